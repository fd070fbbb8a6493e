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

export interface WordPressSite {
  slug: string
  name: string
  users: WordPressUser[]
  entries: Map<number, WordPressEntry>
  terms: Map<number, WordPressTerm>
  lastId: number
  /** A plugin keeps posts as pending until somebody approves them. */
  moderates: boolean
}

/** Sites by the folder in which each is installed. */
export type WordPressSites = Map<string, WordPressSite>
