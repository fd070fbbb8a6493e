import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'

import { $googleSignIn, connectGoogle } from '#site/dashboard/shared/accounts/google-sign-in.ts'
import { apiUrl } from '#site/lib/api/url.ts'
import { ButtonLink } from '#site/ui/Button.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'

const AUTH = apiUrl('/api/auth/google/auth')

/** A link to the api's auth endpoint. The session is sent beforehand, because it must not be in a URL. */
export function ConnectLink({ children, quiet }: { children: string; quiet?: boolean }) {
  const leaving = useStore($googleSignIn).step === 'saving'
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    void connectGoogle('google-business-profile')
  }
  return (
    <ButtonLink
      href={AUTH}
      rel="external"
      variant={quiet ? 'plain' : 'primary'}
      small={quiet ?? false}
      aria-busy={leaving || undefined}
      icon={leaving && <Spinner />}
      onClick={onClick}
    >
      {children}
    </ButtonLink>
  )
}
