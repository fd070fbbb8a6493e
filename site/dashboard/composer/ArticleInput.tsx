import { useStore } from '@nanostores/react'

import type { NetworkId } from '#shared/networks.ts'
import { articleOf } from '#shared/posts/articles.ts'
import { messageFor } from '#shared/posts/draft-texts.ts'
import {
  type ArticleParts,
  MAX_CATEGORIES,
  MAX_EXCERPT,
  MAX_TAGS,
  NO_ARTICLE,
  NO_EXTRAS,
  MAX_ARTICLE_TITLE,
} from '#shared/posts/extras.ts'
import type { ArticleNames } from '#shared/wordpress.ts'
import { $draft, $errors, $onlyArticle, setExtras } from '#site/dashboard/composer/draft/draft.ts'
import { sentExtrasProblem } from '#site/dashboard/composer/messages/shown-network.ts'
import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { api, dataOf } from '#site/lib/api/api.ts'
import { Button } from '#site/ui/Button.tsx'
import { CheckList } from '#site/ui/fields/CheckList.tsx'
import { FieldError, TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { Skeleton } from '#site/ui/states.tsx'
import { ExtrasFrame, NamesField, type ExtrasInputProps } from './ExtrasFrame.tsx'

const $articleNames = remoteOfSelection<ArticleNames>(() => dataOf(api.auth.wordpress.names.$get()))

export function ArticleInput(frame: ExtrasInputProps) {
  const { network } = frame
  const draft = useStore($draft)
  const { extras: error } = useStore($errors)
  const isAlone = useStore($onlyArticle) === network
  const { article = NO_ARTICLE } = draft.extras[network] ?? NO_EXTRAS
  const save = (change: Partial<ArticleParts>) => saveArticle(network, { article: change })
  return (
    <ExtrasFrame {...frame}>
      {!isAlone && <ArticleTitle network={network} />}
      <TextArea
        label="Excerpt (optional)"
        rows={2}
        maxLength={MAX_EXCERPT}
        value={article.excerpt}
        onChange={event => save({ excerpt: event.target.value })}
      />
      <Categories chosen={article.categories} onChange={categories => save({ categories })} />
      <Tags tags={article.tags} onChange={tags => save({ tags })} />
      {error && sentExtrasProblem(draft, network) && <FieldError message={error} />}
    </ExtrasFrame>
  )
}

type CategoriesProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void }

/** Categories of the website, and chosen ones that it has deleted. */
const Categories = ({ chosen, onChange }: CategoriesProps) => (
  <Loaded
    store={$articleNames}
    loading={
      <div role="status" aria-label="Loading the website’s categories">
        <Skeleton className="h-12" />
      </div>
    }
  >
    {names => (
      <CheckList
        legend="Categories"
        values={[...new Set([...names.categories, ...chosen])]}
        checked={chosen}
        max={MAX_CATEGORIES}
        onCheck={onChange}
      >
        {name => <span className="min-w-0 wrap-anywhere">{name}</span>}
      </CheckList>
    )}
  </Loaded>
)

const SUGGESTED = 6

const tagsIn = (text: string) =>
  [...new Set(text.split(',').map(tag => tag.trim()))].filter(Boolean).slice(0, MAX_TAGS)

function Tags({ tags, onChange }: { tags: readonly string[]; onChange: (tags: string[]) => void }) {
  const known = useStore($articleNames).data?.tags ?? []
  const suggested = tags.length < MAX_TAGS ? known.filter(tag => !tags.includes(tag)).slice(0, SUGGESTED) : []
  return (
    <div className="grid gap-2">
      <NamesField
        label="Tags"
        hint={
          tags.length < MAX_TAGS
            ? 'Separated by commas. New ones are added to the website.'
            : `An article takes up to ${MAX_TAGS} tags.`
        }
        names={tags}
        parse={tagsIn}
        onNames={onChange}
      />
      {suggested.length > 0 && (
        <div role="group" aria-label="Tags of the website" className="flex flex-wrap gap-1.5">
          {suggested.map(tag => (
            <Button key={tag} small onClick={() => onChange([...tags, tag])}>
              {tag}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function saveArticle(network: NetworkId, change: { title?: string; article?: Partial<ArticleParts> }) {
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
