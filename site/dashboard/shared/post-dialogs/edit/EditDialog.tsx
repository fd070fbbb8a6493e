import { type FormEvent, Fragment, useRef, useState } from 'react'

import { messageLength, type NetworkId, networks } from '#shared/networks.ts'
import { commentLimit } from '#shared/posts/first-comments.ts'
import type { Post } from '#shared/posts/posts.ts'
import { ApiError, messageOf } from '#site/lib/api-error.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { focusFirstInvalid } from '#site/ui/fields/focus-first-invalid.ts'
import { FormMessage } from '#site/ui/fields/FormMessage.tsx'
import { editPost } from '../change-posts.ts'
import { closeDialog } from '../dialogs.ts'
import { reached } from '../targets.ts'
import { checkEdit, type Edit, type EditFields, newTime, startEdit } from './edit.ts'
import { AltTexts, EditMessage } from './EditFields.tsx'
import { PublishTimeField } from './PublishTimeField.tsx'

/** Edits text, alt texts and time before publishing. Typed values stay when the api rejects them. */
export function EditDialog({ post }: { post: Post }) {
  const form = useRef<HTMLFormElement>(null)
  const [edit, setEdit] = useState(() => startEdit(post))
  const [fields, setFields] = useState<EditFields>({})
  const [refused, setRefused] = useState('')
  const [busy, setBusy] = useState(false)
  const open = reached({ post })

  const change = (network: NetworkId, changed: Partial<Edit['platforms'][number]>) =>
    setEdit({
      ...edit,
      platforms: edit.platforms.map(each => (each.platform === network ? { ...each, ...changed } : each)),
    })

  function show(errors: EditFields, message = '') {
    setFields(errors)
    setRefused(message)
    requestAnimationFrame(() => form.current && focusFirstInvalid(form.current))
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const errors = checkEdit(edit)
    if (errors) return show(errors)
    setBusy(true)
    try {
      await editPost(post, {
        platforms: edit.platforms,
        altTexts: edit.altTexts,
        publishAt: newTime(post, edit),
      })
      closeDialog()
    } catch (error) {
      const time = error instanceof ApiError ? error.fields.scheduledTime : undefined
      setBusy(false)
      show(time ? { publishAt: time } : {}, time ? '' : messageOf(error, 'That didn’t work. Try again.'))
    }
  }

  return (
    <Modal
      open
      wide
      title="Edit post"
      onClose={closeDialog}
      locked={busy}
      actions={
        <>
          <Button onClick={closeDialog} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form="edit-post" look="primary" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <form id="edit-post" ref={form} noValidate onSubmit={onSubmit} className="grid gap-5">
        <FormMessage message={refused} />
        {edit.platforms.map(({ platform, message, firstComment }) => (
          <Fragment key={platform}>
            <EditMessage
              label={`Message for ${networks[platform].name}`}
              value={message}
              length={messageLength(message)}
              limit={networks[platform].maxChars}
              error={fields[platform]}
              onChange={text => change(platform, { message: text })}
            />
            {firstComment !== undefined && (
              <EditMessage
                label={`First comment on ${networks[platform].name}`}
                rows={2}
                value={firstComment}
                length={messageLength(firstComment)}
                limit={commentLimit([platform])}
                error={undefined}
                onChange={text => change(platform, { firstComment: text })}
              />
            )}
          </Fragment>
        ))}
        <AltTexts
          media={post.media}
          altTexts={edit.altTexts}
          onChange={altTexts => setEdit({ ...edit, altTexts })}
        />
        {open.length > 0 && (
          <PublishTimeField
            value={edit.publishAt}
            onChange={publishAt => setEdit({ ...edit, publishAt })}
            error={fields.publishAt}
          />
        )}
      </form>
    </Modal>
  )
}
