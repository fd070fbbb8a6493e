import { useStore } from '@nanostores/react'
import { PencilLine } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { type NetworkId, networks } from '#shared/networks.ts'
import { isChangeable } from '#shared/posts/changes.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { $mayChange } from '#site/dashboard/shared/permissions.tsx'
import { api } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { Button, useBusy } from '#site/ui/Button.tsx'
import { TextArea } from '#site/ui/fields/Field.tsx'
import { change } from './change-posts.ts'
import { namesOf } from './dialogs.ts'
import { forgetText, keepText, keptText, type UnsavedText } from './unsaved-texts.ts'
import { openEditor } from './url.ts'

type EditableTextProps = { post: Post; network: NetworkId; children: ReactNode }

/** A post's text on one network, which can be edited where it is shown. A series is edited in the composer, which asks for which of its posts. */
export function EditableText({ post, network, children }: EditableTextProps) {
  const mayChange = useStore($mayChange)(post)
  const [unsaved, setUnsaved] = useState(() => keptText(post, network))
  const [isEditing, setEditing] = useState(unsaved?.version === post.version)
  const delivery = post.deliveries.find(each => each.network === network)
  if (!mayChange || !delivery || !isChangeable(delivery)) return children

  const edit = () => (post.series ? openEditor(post._id) : setEditing(true))
  const discard = () => {
    forgetText(post, network)
    setUnsaved(undefined)
    setEditing(false)
  }
  if (isEditing)
    return (
      <TextForm
        post={post}
        delivery={delivery}
        text={unsaved?.text ?? delivery.message}
        onClose={discard}
        onOutdated={typed => {
          setUnsaved(typed)
          setEditing(false)
        }}
      />
    )
  return (
    <div className="grid grid-cols-1">
      {children}
      {unsaved && unsaved.text !== delivery.message ? (
        <div className="grid gap-2 text-sm">
          <p className="text-soft">
            You have an unsaved text for {networks[network].name}, from before this post was changed.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button small onClick={edit}>
              Continue with it
            </Button>
            <Button small variant="quiet" onClick={discard}>
              Discard it
            </Button>
          </div>
        </div>
      ) : (
        <Button
          small
          variant="quiet"
          className="-ms-3 justify-self-start text-soft"
          icon={<PencilLine className="size-3.5" />}
          onClick={edit}
        >
          Edit text
          <span className="sr-only"> for {networks[network].name}</span>
        </Button>
      )}
    </div>
  )
}

type TextFormProps = {
  post: Post
  delivery: Delivery
  text: string
  onClose: () => void
  /** Called with what was typed if somebody has changed the post since the form was opened. */
  onOutdated: (typed: UnsavedText) => void
}

/** Changes the text of this network, and of those that have the same one. */
function TextForm({ post, delivery, text, onClose, onOutdated }: TextFormProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  // The one that the user saw: live updates go on while they type.
  const [version] = useState(post.version)
  const [message, setMessage] = useState(text)
  const [busy, during] = useBusy()
  const alike = post.deliveries.filter(each => isChangeable(each) && each.message === delivery.message)

  useEffect(() => {
    const { current } = field
    current?.focus()
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  const save = () =>
    during(async () => {
      const platforms = alike.map(({ network }) => ({ platform: network, message }))
      const json = { platforms, version }
      await change(post, () => api.posts[':id'].$put({ param: { id: post._id }, json }))
      onClose()
    }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'conflict') onOutdated({ text: message, version })
    })

  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextArea
        ref={field}
        rows={Math.min(12, message.split('\n').length + 4)}
        label={`Text for ${namesOf(alike)}`}
        value={message}
        onChange={({ target }) => {
          keepText({ ...post, version }, delivery.network, target.value)
          setMessage(target.value)
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" small variant="ink" busy={busy} disabled={message === delivery.message}>
          Save text
        </Button>
        <Button small variant="quiet" disabled={busy} onClick={onClose}>
          Discard changes
        </Button>
      </div>
    </form>
  )
}
