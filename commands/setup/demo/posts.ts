import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Voice } from '#shared/businesses/voice.ts'
import type { NetworkId } from '#shared/networks.ts'
import texts from './texts.toml'

type Texts = {
  altTexts: Record<string, string>
  labels: Record<string, string[]>
  templates: { name: string; text: string }[]
  hashtagSets: { name: string; text: string }[]
  voice: Voice
  /** With `hide`, the business hides the comment. */
  comments: { network: string; name: string; hoursAgo: number; text: string; hide?: boolean }[]
  /** `answeredAfter` is a number of hours; `note` is for members. */
  reviews: {
    name: string
    stars: number
    hoursAgo: number
    text: string
    answer?: string
    answeredAfter?: number
    note?: string
  }[]
  discussion: { message: string; comments: { by: 'agency' | 'owner'; hoursAgo: number; message: string }[] }
  freeTimes: { day: number; time: string }[]
  reportNote: string
  clients: SampleClient[]
  requests: Record<string, string>[]
  searches: { keyword: string; count: number }[]
}
export const TEXTS = texts as Texts

/** A business of the agency. */
export type SampleClient = {
  name: string
  website: string
  needsApproval?: boolean
  /** True if its Page ends our access before the `late` posts are due. */
  signsOut?: boolean
  posts?: ClientPost[]
}
export type ClientPost = {
  /** Days from today. */
  day: number
  time: string
  late?: boolean
  picture: string
  message: string
  /** A reviewer's request for changes. */
  changes?: string
  comments?: { name: string; hoursAgo: number; text: string }[]
}
export const SCENES = Object.keys(TEXTS.altTexts)

type Kind = 'published' | 'failed' | 'held' | 'scheduled' | 'draft'
type Column = 'kind' | 'day' | 'time' | 'networks' | 'pictures' | 'likes' | 'comments' | 'message'
export type SamplePost = ReturnType<typeof readPost>

/** Posts of a fictional bakery, oldest first. Those that were published have a negative day. */
const posts = parse<Record<Column, string>>(readFileSync(join(import.meta.dirname, 'posts.csv')), {
  columns: true,
}).map(readPost)

function readPost({ kind, day, time, networks, pictures, likes, comments, message }: Record<Column, string>) {
  return {
    kind: kind as Kind,
    /** Days from today. */
    day: Number(day),
    time,
    message,
    networks: networks.split(' ') as NetworkId[],
    pictures: pictures
      .split(' ')
      .filter(Boolean)
      .map(scene => ({ scene, alt: TEXTS.altTexts[scene] ?? '' })),
    /** Figures on Instagram. Facebook gets fewer. */
    likes: Number(likes),
    comments: Number(comments),
  }
}

export const samplePosts = (kind: Kind) => posts.filter(post => post.kind === kind)
