import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { $me } from '#site/dashboard/shared/me.ts'
import { formatExact, formatRelative } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { Time } from '#site/ui/Time.tsx'
import { $preparing, downloadData } from './account.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Section } from './section/Section.tsx'

/** Downloads without leaving the page and its unsaved changes. */
const download = (href: string) => Object.assign(document.createElement('a'), { href, download: '' }).click()

export function AccountManagement() {
  const preparing = useStore($preparing)
  return (
    <Section
      anchor="account"
      title="Account Management"
      summary="Download or delete your data"
      note="Your data is yours. Download it or delete it any time."
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose grow basis-64 text-sm">
          Everything that we keep about you in one zip: profile, businesses, posts, files and settings.
        </p>
        <Button
          busy={preparing}
          onClick={() => void downloadData(download)}
          icon={<Download aria-hidden="true" className="size-4" />}
        >
          Download my data
        </Button>
      </div>
      <Deletion />
    </Section>
  )
}

function Deletion() {
  const me = useStore($me)
  const [asking, setAsking] = useState(false)
  const deletionAt = me.state === 'ready' ? me.data.deletionAt : null

  if (deletionAt) {
    return (
      <div className="border-t border-base-300 pt-5">
        <p className="max-w-prose text-sm">
          You asked us to delete your account. The deletion begins{' '}
          <strong>
            <Time
              instant={deletionAt}
              relative={formatRelative(deletionAt)}
              exact={formatExact(deletionAt)}
            />
          </strong>
          ; until then you can change your mind at the top of every screen.
        </p>
      </div>
    )
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-base-300 pt-5">
      <p className="max-w-prose grow basis-64 text-sm">
        Deletes your account and everything in it, seven days after you ask.
      </p>
      <Button className="text-error" disabled={me.state !== 'ready'} onClick={() => setAsking(true)}>
        Request Account Deletion
      </Button>
      {asking && <DeleteAccount onClose={() => setAsking(false)} />}
    </div>
  )
}
