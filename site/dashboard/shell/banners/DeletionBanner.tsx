import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'

import { $me } from '#site/dashboard/shared/me.ts'
import { api } from '#site/lib/api/api.ts'
import { formatDate } from '#site/lib/format.ts'
import { toast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'
import { Button } from '#site/ui/Button.tsx'
import { Banner } from '#site/ui/states/Banner.tsx'

/** Shown on every screen while the account is waiting to be deleted. */
export function DeletionBanner() {
  const me = useStore($me)
  const [keeping, setKeeping] = useState(false)
  const deletionAt = me.state === 'ready' ? me.data.deletionAt : null

  async function keepAccount() {
    setKeeping(true)
    await withErrorToast('That didn’t work. Try again.', async () => {
      await api.users.cancelDeletion.$post()
      await $me.reload()
      toast('success', 'Your account stays.')
    })
    setKeeping(false)
  }

  if (!deletionAt) return null
  return (
    <Banner
      tone="error"
      icon={TriangleAlert}
      label="Account deletion"
      actions={
        <Button small onClick={keepAccount} busy={keeping}>
          Keep my account
        </Button>
      }
    >
      Your account will be deleted on <strong>{formatDate(deletionAt)}</strong>. Until then your scheduled
      posts are on hold.
    </Banner>
  )
}
