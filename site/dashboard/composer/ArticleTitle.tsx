import { useStore } from '@nanostores/react'

import type { NetworkId } from '#shared/networks.ts'
import { articleOf } from '#shared/posts/articles.ts'
import { messageFor } from '#shared/posts/draft-texts.ts'
import { type ArticleParts, MAX_ARTICLE_TITLE, NO_ARTICLE, NO_EXTRAS } from '#shared/posts/extras.ts'
import { $draft, setExtras } from '#site/dashboard/composer/draft/draft.ts'
import { TextField } from '#site/ui/fields/Field.tsx'

type ArticleChange = { title?: string; article?: Partial<ArticleParts> }

export function saveArticle(network: NetworkId, change: ArticleChange) {
  const { title, article = NO_ARTICLE } = $draft.get().extras[network] ?? NO_EXTRAS
  setExtras(network, {
    ...NO_EXTRAS,
    kind: 'article',
    title: change.title ?? title,
    article: { ...article, ...change.article },
  })
}

export function ArticleTitle({ network }: { network: NetworkId }) {
  const draft = useStore($draft)
  return (
    <TextField
      label="Title"
      maxLength={MAX_ARTICLE_TITLE}
      placeholder={articleOf(messageFor(draft, network), null).title || 'The beginning of the text'}
      value={draft.extras[network]?.title ?? ''}
      onChange={event => saveArticle(network, { title: event.target.value })}
    />
  )
}
