import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { Spinner } from '#site/ui/Spinner.tsx'
import { finishGoogle } from '../accounts/google-sign-in.ts'
import { $router } from '../router.ts'
import { ScreenHeading } from '../ScreenHeading.tsx'

/** Where Google's dialog comes back to: completes the connection, and goes on to the screen that it was started from. */
export function GoogleReturn() {
  const page = useStore($router)

  useEffect(() => {
    if (page?.route === 'socialHubReturn') void complete(page.params, '/dashboard/social-hub')
    if (page?.route === 'googleBusinessReturn')
      void complete(page.params, '/dashboard/google-business-profile')
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

let underWay = ''

/** The codes are good once: an effect that runs twice brings them once. */
async function complete(codes: Parameters<typeof finishGoogle>[0], next: string) {
  const key = `${codes.code1}/${codes.code2}`
  if (underWay === key) return
  underWay = key
  await finishGoogle(codes)
  underWay = ''
  // In place of the address with the codes, so that Back doesn't bring them again.
  $router.open(next, true)
}
