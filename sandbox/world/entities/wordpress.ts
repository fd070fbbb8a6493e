import type { StoredFile } from '../../files/file-store.ts'
import type { PictureSize } from '../../files/picture.ts'

export type WordPressRole = 'subscriber' | 'contributor' | 'author' | 'editor'

export interface ApplicationPassword {
  uuid: string
  appId: string
  name: string
  password: string
}

export interface WordPressUser {
  id: number
  login: string
  name: string
  role: WordPressRole
  passwords: ApplicationPassword[]
}

export type WordPressStatus = 'publish' | 'future' | 'draft' | 'pending' | 'private' | 'trash' | 'inherit'

/** A post, or a file in the library. */
export interface WordPressEntry {
  id: number
  type: 'post' | 'attachment'
  status: WordPressStatus
  slug: string
  title: string
  content: string
  excerpt: string
  date: Date
  author: number
  featuredMedia: number
  categories: number[]
  tags: number[]
  /** The post of a file; 0 if it has none. */
  parent: number
  altText: string
  file: StoredFile | null
  size: PictureSize | null
}

export interface WordPressTerm {
  id: number
  taxonomy: 'category' | 'post_tag'
  name: string
}

export interface WordPressComment {
  id: number
  /** The post under which it is. */
  post: number
  /** The comment that it replies to; 0 for a top comment. */
  parent: number
  /** A user; 0 for a visitor. */
  author: number
  authorName: string
  content: string
  date: Date
  status: 'approved' | 'hold' | 'trash'
}

export interface WordPressSite {
  slug: string
  name: string
  users: WordPressUser[]
  entries: Map<number, WordPressEntry>
  terms: Map<number, WordPressTerm>
  /** Missing in a site that an earlier release saved. */
  comments?: Map<number, WordPressComment>
  lastId: number
  /** A plugin keeps posts as pending until somebody approves them. */
  moderates: boolean
}

/** Sites by the folder in which each is installed. */
export type WordPressSites = Map<string, WordPressSite>
