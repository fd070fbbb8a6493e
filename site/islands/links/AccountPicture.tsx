/** @jsxImportSource preact */
import { useState } from 'preact/hooks'

type AccountPictureProps = { name: string; picture: string | undefined; class?: string }

/** The account's picture, or its initial if there is none or it doesn't load. */
export function AccountPicture({ name, picture, class: size = 'size-10' }: AccountPictureProps) {
  const [missing, setMissing] = useState<string>()
  const look = `${size} shrink-0 rounded-full`
  return picture && picture !== missing ? (
    <img src={picture} alt="" class={`${look} object-cover`} onError={() => setMissing(picture)} />
  ) : (
    <span aria-hidden="true" class={`${look} grid place-items-center bg-base-300 font-semibold`}>
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
}
