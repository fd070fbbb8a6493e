import { useStore } from '@nanostores/react'

import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { $run, dismissFailures } from './run.ts'

/** Lists the posts that a bulk change left as they are, with the reasons. */
export function Failures() {
  const run = useStore($run)
  if (run.state !== 'failed') return null
  const { action, failures, of, done } = run
  return (
    <Modal
      open
      title={`${failures.length} of ${of} couldn’t be ${action === 'approve' ? 'approved' : 'changed'}`}
      onClose={dismissFailures}
      actions={
        <Button variant="primary" onClick={dismissFailures}>
          Got it
        </Button>
      }
    >
      {done && <p className="mb-3 text-sm">{done}</p>}
      <ul className="grid gap-3 text-sm">
        {failures.map(({ _id, name, message }) => (
          <li key={_id}>
            <p className="font-semibold wrap-anywhere">
              <a href={pathToPost(_id)} onClick={dismissFailures} className="hover:underline">
                {name}
              </a>
            </p>
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
