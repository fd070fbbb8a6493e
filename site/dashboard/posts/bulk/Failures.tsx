import { useStore } from '@nanostores/react'

import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { $run, dismissFailures } from './bulk.ts'

/** Lists the posts that a bulk change left as they are, with the reasons. */
export function Failures() {
  const run = useStore($run)
  if (run.state !== 'failed') return null
  const { failures, of } = run
  return (
    <Modal
      open
      title={`${failures.length} of ${of} couldn’t be changed`}
      onClose={dismissFailures}
      actions={
        <Button variant="primary" onClick={dismissFailures}>
          Got it
        </Button>
      }
    >
      <ul className="grid gap-3 text-sm">
        {failures.map(({ name, message }, at) => (
          <li key={`${at}-${name}`}>
            <p className="font-semibold wrap-anywhere">{name}</p>
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
