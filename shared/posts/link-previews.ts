import * as v from 'valibot'

export const PreviewLink = v.object({
  url: v.pipe(
    v.string('Please give a link.'),
    v.maxLength(2048, 'This link is too long.'),
    v.regex(/^https?:\/\//i, 'Please give a link that begins with http:// or https://.'),
  ),
})
export type PreviewLink = v.InferOutput<typeof PreviewLink>

/** A page as a network shows it below a link. */
export type LinkPreview = {
  /** Host name without 'www.'. */
  site: string
  title: string
  /** Empty if the page has no description. */
  description: string
  /** True if the page has a picture for previews. */
  hasPicture: boolean
  /** The picture as a small data URL; missing if it can’t be read, or if networks don’t show its type. */
  picture?: string
}
