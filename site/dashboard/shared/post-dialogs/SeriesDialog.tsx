import { useStore } from '@nanostores/react'

import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { $askedPart } from './series.ts'

/** Asks whether a change is about one post of a series, or about all from there. */
export function SeriesDialog() {
  const asked = useStore($askedPart)
  if (!asked) return null
  const { title, answer } = asked
  return (
    <Modal
      open
      title={title}
      onClose={() => answer(undefined)}
      actions={
        <>
          <Button onClick={() => answer('following')}>This and all later ones</Button>
          <Button variant="primary" data-autofocus onClick={() => answer('this')}>
            Only this post
          </Button>
        </>
      }
    >
      <p>This post repeats. What has gone out stays as it is.</p>
    </Modal>
  )
}
