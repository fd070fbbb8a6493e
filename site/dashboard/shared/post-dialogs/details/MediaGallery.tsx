import type { MediaItem } from '#shared/media/media.ts'

type MediaGalleryProps = {
  media: readonly MediaItem[]
  /** Shows several in two columns on a phone, too. */
  isCompact: boolean
}

/** All media of a post, with their alt texts. */
export const MediaGallery = ({ media, isCompact }: MediaGalleryProps) => (
  <ul className={`grid gap-4 ${media.length === 1 ? '' : isCompact ? 'grid-cols-2' : 'sm:grid-cols-2'}`}>
    {media.map(item => (
      <li key={item._id}>
        <figure className="grid gap-1.5">
          {item.kind === 'image' ? (
            <img
              src={item.url}
              alt={item.altText}
              width={item.width}
              height={item.height}
              loading="lazy"
              className={`h-auto w-full rounded-field bg-base-200 object-contain ${media.length > 1 ? 'aspect-[4/3]' : 'max-h-96'}`}
            />
          ) : (
            <video
              src={item.url}
              width={item.width}
              height={item.height}
              controls
              playsInline
              preload="metadata"
              aria-label={`Video ${item.name}`}
              className={`h-auto w-full rounded-field bg-base-200 ${media.length > 1 ? 'aspect-[4/3]' : 'max-h-96'}`}
            />
          )}
          {item.kind === 'image' && (
            <figcaption className="text-xs text-soft">
              {item.altText ? `Alt text: ${item.altText}` : 'No alt text'}
            </figcaption>
          )}
        </figure>
      </li>
    ))}
  </ul>
)
