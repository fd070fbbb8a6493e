import { useStore } from '@nanostores/react'
import { Film, Images, Trash2, UserPlus } from 'lucide-react'
import { atom } from 'nanostores'
import { type MouseEvent, useEffect } from 'react'

import { placeLine } from '#shared/posts/describe-extras.ts'
import { findCover, extrasProblem, normalizeExtras } from '#shared/posts/extras-rules.ts'
import {
  MAX_COLLABORATORS,
  NO_EXTRAS,
  NO_PEOPLE,
  type PictureTag,
  type Place,
  type PostExtras,
} from '#shared/posts/extras.ts'
import { $connected, $draft, $errors, setExtras } from '#site/dashboard/composer/draft/draft.ts'
import { $isPartlyOut } from '#site/dashboard/composer/edit/editing.ts'
import { $covers, type DraftMedia, $media, itemOf, $positions } from '#site/dashboard/composer/media/media.ts'
import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { openLibrary } from '#site/dashboard/shared/library/open-library.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { Button } from '#site/ui/Button.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { FieldError, TextField } from '#site/ui/fields/Field.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { ExtrasFrame, NamesField, type ExtrasInputProps } from './ExtrasFrame.tsx'

/** Place of the selected business's Page; null without an address. */
const $place = remoteOfSelection<Place | null>(() => dataOf(api.auth.facebook.place.$get()))
const $noPlace = atom<{ data?: undefined }>({})

export function PeopleInput(frame: ExtrasInputProps) {
  const { network } = frame
  const extras = useStore($draft).extras[network] ?? NO_EXTRAS
  const { extras: error } = useStore($errors)
  const media = useStore($media)
  const files = useStore($positions)[network].flatMap(position => media[position] ?? [])
  const { collaborators, tags } = extras.people ?? NO_PEOPLE
  const save = (change: Partial<PostExtras>) => setExtras(network, { ...extras, ...change })
  const saveTags = (changed: PictureTag[]) => save({ people: { collaborators, tags: changed } })
  const [only, ...others] = files
  const known = media.flatMap(file => itemOf(file)?._id ?? [])
  const kept = tags.filter(({ mediaId }) => known.includes(mediaId))
  useEffect(() => {
    if (kept.length < tags.length) saveTags(kept)
  })
  return (
    <ExtrasFrame {...frame}>
      <NamesField
        label="Collaborators (optional)"
        hint={`Up to ${MAX_COLLABORATORS} usernames, separated by commas. Each is asked to show the post as theirs, too.`}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        names={collaborators}
        parse={namesIn}
        onNames={names => save({ people: { collaborators: names, tags } })}
      />
      <PlaceInput place={extras.place} onChange={place => save({ place })} />
      {only?.kind === 'video' && others.length === 0 && <Cover file={only} extras={extras} onChange={save} />}
      {files
        .filter(({ kind }) => kind === 'image')
        .map(file => (
          <Tags key={file.id} file={file} tags={tags} onChange={saveTags} />
        ))}
      {error && extrasProblem(network, normalizeExtras(extras)) && <FieldError message={error} />}
    </ExtrasFrame>
  )
}

type PlaceInputProps = { place: Place | undefined; onChange: (place: Place | undefined) => void }

/** Offers the business's place, which is known while its Facebook Page is connected. */
function PlaceInput({ place, onChange }: PlaceInputProps) {
  const isConnected = useStore($connected).facebook?.status === 'connected'
  const { data } = useStore(isConnected ? $place : $noPlace)
  const offered = place ?? data
  return offered ? (
    <Checkbox
      label={<span className="wrap-anywhere">Show the place: {placeLine(offered)}</span>}
      checked={place !== undefined}
      onChange={({ target: { checked } }) => onChange(checked ? offered : undefined)}
    />
  ) : null
}

const namesIn = (text: string) =>
  [...new Set(text.split(/[\s,]+/).map(name => name.replace(/^@/, '')))]
    .filter(Boolean)
    .slice(0, MAX_COLLABORATORS)

type CoverProps = {
  file: DraftMedia
  extras: PostExtras
  onChange: (change: Pick<PostExtras, 'coverMs' | 'coverId'>) => void
}

/** Chooses the cover of a video: one of its moments, or a picture. */
function Cover({ file, extras, onChange }: CoverProps) {
  const isPartlyOut = useStore($isPartlyOut)
  const picture = findCover(useStore($covers), extras)
  const choosePicture = () =>
    openLibrary({
      title: 'Choose a cover',
      kind: 'image',
      taken: [],
      room: 1,
      labelFor: () => 'Use as cover',
      uploadLabel: 'Upload a picture',
      onChoose(items) {
        $covers.set(items)
        onChange({ coverId: items[0]?._id })
      },
    })
  return (
    <div className="flex flex-wrap items-center gap-4">
      {picture ? (
        <img
          src={picture.url}
          alt={`Cover: ${picture.name}`}
          className="aspect-9/16 h-40 rounded-field bg-base-200 object-cover"
        />
      ) : (
        <Moment file={file} coverMs={extras.coverMs} onChange={coverMs => onChange({ coverMs })} />
      )}
      <div className={picture ? 'grid min-w-40 grow basis-0 gap-3' : 'basis-full'}>
        {picture && (
          <p className="text-xs text-soft">
            The network shows the picture’s middle: 9:16 among reels, and a square on the profile.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {!isPartlyOut && (
            <Button small onClick={choosePicture} icon={<Images />}>
              {picture ? 'Choose another picture' : 'Use a picture as cover'}
            </Button>
          )}
          {picture && (
            <Button small variant="quiet" onClick={() => onChange({ coverId: undefined })} icon={<Film />}>
              Use a moment of the video
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

const STEP_SECONDS = 0.1

type MomentProps = { file: DraftMedia; coverMs: number | undefined; onChange: (coverMs: number) => void }

function Moment({ file, coverMs, onChange }: MomentProps) {
  const seconds = itemOf(file)?.duration ?? 0
  const at = (coverMs ?? 0) / 1000
  if (seconds === 0)
    return (
      <p className="basis-full text-sm text-soft">
        You can choose a moment of the video once it is uploaded.
      </p>
    )
  return (
    <>
      <video
        key={at}
        src={`${file.url}#t=${at}`}
        preload="metadata"
        muted
        playsInline
        tabIndex={-1}
        aria-hidden="true"
        className="h-40 max-w-full rounded-field bg-base-200"
      />
      <label className="grid min-w-40 grow gap-1.5 text-sm font-semibold">
        Cover
        <Slider
          max={Math.floor(seconds * 10) / 10}
          step={STEP_SECONDS}
          value={at}
          spoken={`${at} seconds`}
          onChange={second => onChange(Math.round(second * 1000))}
        />
        <span className="text-xs font-normal text-soft">
          {coverMs === undefined ? 'The network chooses it, unless you do.' : `The video at ${at} seconds`}
        </span>
      </label>
    </>
  )
}

type TagsProps = { file: DraftMedia; tags: readonly PictureTag[]; onChange: (tags: PictureTag[]) => void }

/** Tags people in a picture. Pressing the picture adds the first tag, or moves the last one. */
function Tags({ file, tags, onChange }: TagsProps) {
  const mediaId = itemOf(file)?._id
  if (!mediaId) return null
  const isHere = (tag: PictureTag) => tag.mediaId === mediaId
  const last = tags.findLastIndex(isHere)
  const add = (x = 0.5, y = 0.5) => onChange([...tags, { mediaId, username: '', x, y }])
  const change = (at: number, part: Partial<PictureTag>) =>
    onChange(tags.map((tag, index) => (index === at ? { ...tag, ...part } : tag)))
  const place = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const [x, y] = [rounded((clientX - left) / width), rounded((clientY - top) / height)]
    if (last === -1) add(x, y)
    else change(last, { x, y })
  }
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <div className="relative h-fit cursor-crosshair" onClick={place}>
        <img src={file.url} alt={file.altText || file.name} className="max-h-40 max-w-40 rounded-field" />
        {tags.filter(isHere).map(({ x, y }, index) => (
          <span
            key={index}
            aria-hidden="true"
            className="absolute size-3 -translate-1/2 rounded-full border-2 border-primary-content bg-primary"
            style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
          />
        ))}
      </div>
      <div className="grid w-full gap-3">
        {tags.map((tag, index) =>
          isHere(tag) ? (
            <div key={index} className="grid gap-2">
              <div className="flex items-end gap-2">
                <div className="min-w-0 grow">
                  <TextField
                    label={`Username on ${file.name}`}
                    autoCapitalize="none"
                    autoComplete="off"
                    spellCheck={false}
                    maxLength={60}
                    value={tag.username}
                    onChange={({ target: { value } }) => change(index, { username: value.trim() })}
                  />
                </div>
                <IconButton
                  label={`Remove the tag ${tag.username}`}
                  icon={<Trash2 />}
                  onClick={() => onChange(tags.filter(each => each !== tag))}
                />
              </div>
              {(['x', 'y'] as const).map(axis => (
                <label key={axis} className="grid grid-cols-[4rem_1fr] items-center gap-2 text-xs">
                  {axis === 'x' ? 'Across' : 'Down'}
                  <Slider
                    max={1}
                    step={0.01}
                    value={tag[axis]}
                    spoken={`${Math.round(tag[axis] * 100)} %`}
                    onChange={share => change(index, { [axis]: share })}
                  />
                </label>
              ))}
            </div>
          ) : null,
        )}
        <Button small className="justify-self-start" onClick={() => add()} icon={<UserPlus />}>
          Tag somebody
        </Button>
        {last !== -1 && <p className="text-xs text-soft">Press the picture where the last one is.</p>}
      </div>
    </div>
  )
}

const rounded = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100

type SliderProps = {
  max: number
  step: number
  value: number
  spoken: string
  onChange: (value: number) => void
}

const Slider = ({ spoken, onChange, ...range }: SliderProps) => (
  <input
    {...range}
    type="range"
    min={0}
    aria-valuetext={spoken}
    onChange={({ target }) => onChange(Number(target.value))}
    className="range w-full range-xs"
  />
)
