import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { completeReturn } from '#site/dashboard/shared/accounts/google-sign-in.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'

/** The return URL of Google's dialog: completes the connection, then opens the screen that started it. */
export function GoogleReturn() {
  const page = useStore($router)

  useEffect(() => {
    if (page?.route === 'socialHubReturn') void completeReturn(page.params, '/dashboard/social-hub')
    if (page?.route === 'googleBusinessReturn')
      void completeReturn(page.params, '/dashboard/google-business-profile')
  }, [page])

  return (
    <>
      <ScreenHeading title="Connecting Google Business Profile" />
      <p role="status" className="flex items-center gap-2.5 text-soft">
        <Spinner />
        This takes a few seconds.
      </p>
    </>
  )
}
