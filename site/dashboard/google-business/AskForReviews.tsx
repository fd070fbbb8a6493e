import { Copy, Download } from 'lucide-react'
import encodeQr from 'qr'

import type { ReviewForm } from '#shared/inbox.ts'
import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { api, dataOf } from '#site/lib/api/api.ts'
import { copyText } from '#site/lib/copy-text.ts'
import { saveFile } from '#site/lib/save-file.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { mailFor, qrPath, reviewCard } from './review-card.ts'

const $form = remoteOfSelection((): Promise<ReviewForm> => dataOf(api.inbox['review-form'].$get()))

/** Ways to ask customers for a review. Everybody gets the same link, because Google forbids asking only the happy ones. */
export const AskForReviews = ({ onClose }: { onClose: () => void }) => (
  <Modal wide startsAtTitle title="Ask for reviews" onClose={onClose}>
    <Loaded store={$form} loading={<SkeletonRows rows={4} label="Loading the link" />}>
      {form => <Ways form={form} />}
    </Loaded>
  </Modal>
)

const FAILED = 'Your browser doesn’t let us copy. Select the text, then copy it.'

function Ways({ form }: { form: ReviewForm }) {
  const link = form.shortUrl || form.url
  const { path, size } = qrPath(encodeQr(link, 'raw', { ecc: 'medium', border: 2 }))
  const mail = mailFor(form.name, link)
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="text-sm text-soft">
        The link opens Google’s own form for {form.name}. Ask every customer alike: Google forbids asking only
        those who are happy.
      </p>
      <div className="grid items-start gap-5 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <svg
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label="QR code that opens the review form; the link beside it is the same"
          shapeRendering="crispEdges"
          className="w-36 rounded-field border border-base-300 bg-mark"
        >
          <path d={path} className="fill-primary-content" />
        </svg>
        <div className="grid gap-3">
          <TextField readOnly label="Link" className="w-full" value={link} />
          <div className="flex flex-wrap gap-2">
            <Button icon={<Copy />} onClick={() => void copyText(link, 'Link copied.', FAILED)}>
              Copy link
            </Button>
            <Button
              icon={<Download />}
              onClick={() =>
                saveFile('review-card.svg', reviewCard({ name: form.name, path, size }), 'image/svg+xml')
              }
            >
              Card to print
            </Button>
          </div>
        </div>
      </div>
      <div className="grid gap-3">
        <TextArea readOnly label="Email to send after a job" rows={10} className="w-full" value={mail} />
        <Button
          icon={<Copy />}
          className="justify-self-start"
          onClick={() => void copyText(mail, 'Email copied.', FAILED)}
        >
          Copy email
        </Button>
      </div>
    </div>
  )
}
