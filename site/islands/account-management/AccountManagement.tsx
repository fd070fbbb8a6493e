import { brand } from '#shared/brand.ts'
import { useRequestedDialog } from '#site/forms/use-open-request.ts'
import { HIRE_PATH } from '#site/islands/contact/topics.ts'
import { ButtonLink } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { COMING_PLATFORMS, MANAGED_PLATFORMS } from './managed-platforms.ts'

const STEPS = [
  'We ask about your business, your customers and how you like to sound.',
  'You get the week’s posts, with words and pictures. Change what you like, or say yes.',
  'We publish them when your customers are online, and answer the first comments.',
]

/** `price` includes the note on tax, `gets` says what it buys. Both are empty if the agency publishes no price. */
type Price = { price: string; gets: string }

/** Details of account management. Opens when its `client:intent` is requested. */
export function AccountManagement(price: Price) {
  const { anchor, isOpen, close } = useRequestedDialog()
  return (
    <>
      <span ref={anchor} hidden />
      {isOpen && <Details {...price} onClose={close} />}
    </>
  )
}

export const Details = ({ price, gets, onClose }: Price & { onClose: () => void }) => (
  <Modal
    wide
    onClose={onClose}
    title="Social media account management"
    actions={
      <ButtonLink href={HIRE_PATH} variant="primary">
        Have us do it
      </ButtonLink>
    }
  >
    <p className="font-display text-2xl">Up to {brand.postsPerWeek} posts per week</p>
    <p className="mt-2 text-soft">Planned, written, published and answered by people, on your accounts.</p>
    {price && (
      <div className="mt-5 border-t-4 border-primary pt-3">
        <p className="font-semibold first-letter:uppercase">{price}</p>
        {gets && <p className="mt-1 text-sm text-soft">{gets}</p>}
      </div>
    )}
    <ol className="mt-6 grid list-decimal gap-2 ps-5 marker:font-semibold">
      {STEPS.map(step => (
        <li key={step}>{step}</li>
      ))}
    </ol>
    <dl className="mt-7 grid gap-6 border-t border-base-300 pt-6 sm:grid-cols-2">
      <div>
        <dt className="text-sm font-semibold">Managed platforms</dt>
        <dd>
          <ul className="mt-3 grid gap-2.5 text-sm">
            {MANAGED_PLATFORMS.map(({ network, name }) => (
              <li key={network} className="flex items-center gap-2.5">
                <NetworkMark network={network} decorative />
                {name}
              </li>
            ))}
          </ul>
        </dd>
      </div>
      <div>
        <dt className="text-sm font-semibold">Coming soon</dt>
        <dd className="mt-3 text-sm text-soft">{COMING_PLATFORMS.join(', ')}</dd>
      </div>
    </dl>
  </Modal>
)
