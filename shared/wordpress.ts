import * as v from 'valibot'

import { required } from './text/text.ts'

/** The website to connect. Its owner signs in there. */
export const WordPressStart = v.object({
  site: required('Enter the website’s address, such as https://example.com.', 500),
})
export type WordPressStart = v.InferOutput<typeof WordPressStart>

/** Names of categories and tags that a website uses, most used first. */
export type ArticleNames = { categories: string[]; tags: string[] }
