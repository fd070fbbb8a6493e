import { useStore } from '@nanostores/react'
import { Copy } from 'lucide-react'
import { atom, type ReadableAtom } from 'nanostores'
import type { ReactNode } from 'react'

import { capitalised } from '#shared/plural.ts'
import { Loaded, type LoadedProps } from '#site/dashboard/shared/Loaded.tsx'
import { copyText } from '#site/lib/copy-text.ts'
import { formatDate } from '#site/lib/format.ts'
import { remote } from '#site/lib/remote.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { BusyButton, Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'

type LinkCalls<L, Input, Revocation extends unknown[]> = {
  list: () => Promise<L[]>
  create: (input: Input) => Promise<{ url: string }>
  /** Returns the message about the revoked link. */
  revoke: (linkId: string, ...options: Revocation) => Promise<string>
}

/** Creates the stores of a dialog of secret links. Failures are shown in toasts. */
export function linkStores<L, Input, Revocation extends unknown[]>({
  list,
  create,
  revoke,
}: LinkCalls<L, Input, Revocation>) {
  const $links = remote(list)
  /** URL of the new link, which the server doesn't store. */
  const $url = atom<string | undefined>()
  return {
    $links,
    $url,
    create: (input: Input) =>
      withErrorToast('The link wasn’t created. Try again.', async () => {
        $url.set((await create(input)).url)
        void $links.reload()
      }),
    revoke: (linkId: string, ...options: Revocation) =>
      withErrorToast('The link wasn’t revoked. Try again.', async () => {
        toast('success', await revoke(linkId, ...options))
        await $links.reload()
      }),
  }
}

type LinkDialogProps<L> = {
  title: string
  /** Such as 'review link'. */
  noun: string
  stores: { $links: LoadedProps<L[]>['store']; $url: ReadableAtom<string | undefined> }
  /** Form that creates a link, until there is a new one. */
  form: ReactNode
  note: ReactNode
  renderRow: (link: L) => ReactNode
  onClose: () => void
}

/** Creates a link, which it shows once, and lists the existing ones. */
export function LinkDialog<L extends { _id: string }>({
  title,
  noun,
  stores: { $links, $url },
  form,
  note,
  renderRow,
  onClose,
}: LinkDialogProps<L>) {
  const url = useStore($url)
  return (
    <Modal wide startsAtTitle title={title} onClose={onClose}>
      <div className="grid grid-cols-1 gap-6">
        {url ? (
          <CopyLink label={capitalised(noun)} url={url}>
            {note}
          </CopyLink>
        ) : (
          form
        )}
        <Loaded store={$links} loading={<SkeletonRows rows={2} label={`Loading the ${noun}s`} />}>
          {links =>
            links.length > 0 && (
              <section aria-label="Existing links" className="grid grid-cols-1 gap-2">
                <h3 className="text-base">Existing links</h3>
                <ul className="divide-y divide-base-300 rounded-field border border-base-300">
                  {links.map(link => (
                    <li key={link._id}>{renderRow(link)}</li>
                  ))}
                </ul>
              </section>
            )
          }
        </Loaded>
      </div>
    </Modal>
  )
}

type SharedLink = { createdAt: string; works: boolean; expiresAt: string; openings: number }

type LinkRowProps = {
  link: SharedLink
  /** Time zone of the link's business. */
  zone: string
  name: string
  /** Names the link in the button's label, such as 'the link to 3 posts'. */
  object: string
  /** Text after 'Created', beginning with a space. */
  by?: string
  /** Text after the status, beginning with a comma. */
  note?: string
  onRevoke: () => Promise<unknown>
  children?: ReactNode
}

export function LinkRow({ link, zone, name, object, by = '', note = '', onRevoke, children }: LinkRowProps) {
  // 'Revoke' would be odd for a link that doesn't work.
  const revoke = link.works ? 'Revoke' : 'Remove'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3.5 py-2.5 text-sm">
      <div className="min-w-0 grow basis-48">
        <p className="font-semibold">{name}</p>
        {children}
        <p className="text-xs wrap-anywhere text-soft">
          {`Created${by} ${formatDate(link.createdAt, zone)}, ${statusText(link, zone)}${note}. ${openingsText(link)}`}
        </p>
      </div>
      <BusyButton small variant="quiet" onClick={onRevoke} aria-label={`${revoke} ${object}`}>
        {revoke}
      </BusyButton>
    </div>
  )
}

function statusText({ works, expiresAt }: SharedLink, zone: string): string {
  if (works) return `works until ${formatDate(expiresAt, zone)}`
  if (Date.parse(expiresAt) <= Date.now()) return `worked until ${formatDate(expiresAt, zone)}`
  return 'isn’t working, because its creator can’t share this business any more'
}

const openingsText = ({ openings }: SharedLink) =>
  openings === 0 ? 'Not opened yet.' : openings === 1 ? 'Opened once.' : `Opened ${openings} times.`

/** A secret link, which is shown only once, with a button to copy it. */
export function CopyLink({ label, url, children }: { label: string; url: string; children: ReactNode }) {
  const copy = () => copyText(url, 'Link copied.', 'Select the link and copy it by hand.')
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-2 sm:gap-3">
        <div className="min-w-0 grow basis-44">
          <TextField label={label} readOnly value={url} onFocus={event => event.target.select()} />
        </div>
        <Button variant="primary" onClick={copy} icon={<Copy />}>
          Copy
        </Button>
      </div>
      <p role="status" className="text-sm text-soft">
        {children}
      </p>
    </div>
  )
}
