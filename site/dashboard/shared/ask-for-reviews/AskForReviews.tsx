import { useStore } from '@nanostores/react'
import { Copy, Printer } from 'lucide-react'
import { atom, onMount } from 'nanostores'
import encodeQr from 'qr'
import { createPortal } from 'react-dom'

import { DOMAIN_HEADER } from '#shared/businesses/domain-header.ts'
import type { ReviewForm } from '#shared/inbox.ts'
import { BusinessLink } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { $domains, selectedDomainId } from '#site/dashboard/shared/domains/store.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { api, dataOf } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { copyText } from '#site/lib/copy-text.ts'
import { remote } from '#site/lib/remote.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { SelectField, TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { QrCode } from '#site/ui/QrCode.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'

/** Id of the chosen business; '' for the selected one. */
const $chosen = atom('')

/** The business's review form, undefined if it has no location. Null without a business. */
const $reviewForm = remote(async (): Promise<{ domainId: string; form: ReviewForm | undefined } | null> => {
  const domainId = $chosen.get() || (await selectedDomainId())
  if (!domainId) return null
  try {
    const headers = { [DOMAIN_HEADER]: domainId }
    return { domainId, form: await dataOf(api.inbox['review-form'].$get({}, { headers })) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return { domainId, form: undefined }
    throw error
  }
})
onMount($reviewForm, () => {
  $chosen.set('')
  $reviewForm.reset()
  return $chosen.listen($reviewForm.resetAndRefetch)
})

/** Ways to ask customers for a review. Everybody gets the same link, because Google forbids asking only the happy ones. */
export const AskForReviews = ({ onClose }: { onClose: () => void }) => (
  <Modal wide startsAtTitle title="Ask for reviews" onClose={onClose}>
    <div className="grid grid-cols-1 gap-6">
      <ChosenBusiness />
      <Loaded
        store={$reviewForm}
        loading={<SkeletonRows rows={4} label="Loading the link" />}
        none={<p className="text-sm text-soft">Add your business first, then connect it to Google.</p>}
      >
        {({ domainId, form }) => (form ? <Ways form={form} /> : <NoLocation domainId={domainId} />)}
      </Loaded>
    </div>
  </Modal>
)

function ChosenBusiness() {
  const { data = [] } = useStore($domains)
  const chosen = useStore($chosen)
  const { one } = useStore($businessNoun)
  useStore($reviewForm)
  if (data.length < 2) return null
  return (
    <SelectField
      label={one === 'client' ? 'Client' : 'Business'}
      choices={data.map(({ _id: value, businessName: label }) => ({ value, label }))}
      value={chosen || data.find(({ isSelected }) => isSelected)?._id}
      onChange={event => $chosen.set(event.target.value)}
    />
  )
}

const NoLocation = ({ domainId }: { domainId: string }) => (
  <p className="text-sm">
    Customers review a location on Google, and none is connected yet.{' '}
    <BusinessLink
      domainId={domainId}
      href="/dashboard/google-business-profile"
      className="link font-semibold"
    >
      Connect Google Business Profile
    </BusinessLink>
  </p>
)

function Ways({ form }: { form: ReviewForm }) {
  const link = form.shortUrl || form.url
  const code = encodeQr(link, 'raw', { ecc: 'medium', border: 2 })
  const mail = mailFor(form.name, link)
  return (
    <div className="grid grid-cols-1 gap-6">
      <p className="text-sm text-soft">
        The link opens Google’s own form for {form.name}. Ask every customer alike: Google forbids asking only
        those who are happy.
      </p>
      <div className="grid items-start gap-5 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <QrCode
          rows={code}
          className="w-36"
          label="QR code that opens the review form; the link beside it is the same"
        />
        <div className="grid gap-3">
          <TextField readOnly label="Link" value={link} />
          <div className="flex flex-wrap gap-2">
            <Button icon={<Copy />} onClick={() => void copyText(link, 'Link copied.')}>
              Copy link
            </Button>
            <Button icon={<Printer />} onClick={() => print()}>
              Print the card (A6)
            </Button>
          </div>
        </div>
      </div>
      <PrintedCard name={form.name} code={code} />
      <div className="grid gap-3">
        <TextArea readOnly label="Email to send after a job" rows={12} value={mail} />
        <Button
          icon={<Copy />}
          className="justify-self-start"
          onClick={() => void copyText(mail, 'Email copied.')}
        >
          Copy email
        </Button>
      </div>
    </div>
  )
}

/** A card for the shop's counter, which only a printer shows. */
const PrintedCard = ({ name, code }: { name: string; code: readonly (readonly boolean[])[] }) =>
  createPortal(
    <div
      data-print
      data-theme="currawong-light"
      className="hidden min-h-[126mm] content-between justify-items-center text-center text-[4.8mm]/[1.3] text-base-content print:grid"
    >
      <div className="grid gap-[3mm]">
        <p className="font-display text-[10mm]/none font-semibold">How did we do?</p>
        <p className="line-clamp-2 text-balance wrap-anywhere text-soft">{name}</p>
      </div>
      <QrCode rows={code} label="QR code that opens the review form" className="w-[60mm]" />
      <p>
        Scan this with your camera
        <br />
        and review us on Google.
      </p>
      <p className="font-display text-[6.4mm] font-semibold">Thank you!</p>
    </div>,
    document.body,
  )

export const mailFor = (name: string, link: string) => `Hello,

Thank you for choosing ${name}. How did we do? A short review on Google helps others find us, and helps us get better:

${link}

It takes a minute, and we read every one.

Thank you,
${name}`
