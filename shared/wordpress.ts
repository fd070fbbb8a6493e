/** Names of categories and tags that a website uses, most used first. */
export type ArticleNames = { categories: string[]; tags: string[] }
