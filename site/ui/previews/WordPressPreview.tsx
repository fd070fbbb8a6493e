import { articleOf } from '#shared/posts/articles.ts'
import { NO_MESSAGE } from '#shared/text/graphemes.ts'
import { MediaThumbnail } from '#site/ui/media/MediaThumbnail.tsx'
import { Pins } from '#site/ui/remarks/Pins.tsx'
import { ArticleText } from './ArticleText.tsx'
import { AttachedCount, MediaGrid, type PreviewProps } from './parts.tsx'

/** An article on a blog: the title, the featured picture, and the text, with the other pictures below. */
export function WordPressPreview({ name, text, time, media, extras, placeholder, ...shown }: PreviewProps) {
  const [featured, ...others] = media
  const { excerpt = '', categories = [], tags = [] } = extras?.article ?? {}
  const { title, blocks } = articleOf(text, extras)
  return (
    <div
      role="group"
      aria-label="WordPress preview"
      className="overflow-clip rounded-box border border-base-300 bg-raised"
    >
      <header className="flex items-center gap-2 border-b border-base-300 px-4 py-2.5">
        <p className="min-w-0 grow truncate text-xs font-semibold">{name}</p>
        <AttachedCount network="wordpress" count={media.length} />
      </header>
      <article className="grid grid-cols-1 gap-3 px-4 py-4">
        {categories.length > 0 && <p className="text-xs text-soft wrap-anywhere">{categories.join(' · ')}</p>}
        <p dir="auto" className="font-display text-xl/snug font-semibold wrap-anywhere">
          {title || <span className="text-soft">Title</span>}
        </p>
        <p className="text-xs text-soft">{time}</p>
        {featured && (
          <div className="relative overflow-clip rounded-field" style={{ aspectRatio: featured.ratio }}>
            <MediaThumbnail paper plays={shown.plays} item={featured} className="size-full" />
            <Pins file={featured} />
          </div>
        )}
        {excerpt && (
          <p className="border-s-2 border-base-300 ps-3 text-sm text-soft wrap-anywhere">{excerpt}</p>
        )}
        <ArticleText
          network="wordpress"
          text={text}
          blocks={blocks}
          placeholder={placeholder ?? NO_MESSAGE}
          {...shown}
        />
        {others.length > 0 && (
          <div className="overflow-clip rounded-field">
            <MediaGrid media={others} {...shown} />
          </div>
        )}
        {tags.length > 0 && (
          <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
            {tags.map(tag => (
              <li key={tag} className="rounded-full bg-base-200 px-2.5 py-0.5 text-xs wrap-anywhere">
                {tag}
              </li>
            ))}
          </ul>
        )}
      </article>
    </div>
  )
}
