import { MAX_ALT_TEXT, type MediaItem } from '#shared/media/media.ts'
import { CharacterCount } from '#site/ui/fields/CharacterCount.tsx'
import { TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { Thumbnail } from '../Thumbnail.tsx'

type EditMessageProps = {
  label: string
  value: string
  length: number
  limit: number
  error: string | undefined
  rows?: number
  onChange: (text: string) => void
}

export const EditMessage = ({ length, limit, onChange, rows = 4, ...field }: EditMessageProps) => (
  <TextArea
    {...field}
    rows={rows}
    onChange={event => onChange(event.target.value)}
    className="field-sizing-content max-h-72"
    aside={<CharacterCount length={length} limit={limit} />}
  />
)

type AltTextsProps = {
  media: readonly MediaItem[]
  altTexts: readonly string[]
  onChange: (altTexts: string[]) => void
}

export const AltTexts = ({ media, altTexts, onChange }: AltTextsProps) =>
  media.some(({ kind }) => kind === 'image') && (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">Alt texts, for people who can’t see the pictures</legend>
      {media.map(
        (item, index) =>
          item.kind === 'image' && (
            <div key={item._id} className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-end gap-3">
              <Thumbnail item={item} more={0} />
              <TextField
                label={`Picture ${index + 1}`}
                value={altTexts[index] ?? ''}
                maxLength={MAX_ALT_TEXT}
                placeholder="What the picture shows"
                onChange={event =>
                  onChange(altTexts.map((text, at) => (at === index ? event.target.value : text)))
                }
              />
            </div>
          ),
      )}
    </fieldset>
  )
