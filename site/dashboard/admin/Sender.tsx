import { useEffect, useState } from 'react'

import type { RequestSender } from '#shared/requests/requests.ts'
import { apiUrl } from '#site/lib/api/url.ts'
import { Avatar } from '#site/ui/Avatar.tsx'

/** The shared profile of the client who sent it; nothing for visitors or while loading. */
export function Sender({ id, read }: { id: string; read: (id: string) => Promise<RequestSender | null> }) {
  const [sender, setSender] = useState<RequestSender | null>(null)

  useEffect(() => {
    let shown = true
    read(id).then(
      found => shown && setSender(found),
      () => undefined,
    )
    return () => void (shown = false)
  }, [id, read])

  if (!sender) return null
  const [image] = sender.profileImage
  return (
    <section
      aria-label="Client’s profile"
      className="flex items-start gap-3 rounded-field border border-base-300 bg-base-200 p-4"
    >
      <Avatar src={image && apiUrl(`/uploads/${image.fileName}`)} className="size-11" />
      <div className="min-w-0 text-sm wrap-anywhere">
        <p className="font-semibold">{sender.fullname}</p>
        <p className="text-soft">A client{sender.mobile && ` · +${sender.mobile}`}</p>
        {sender.bio && <p className="mt-1 whitespace-pre-line">{sender.bio}</p>}
      </div>
    </section>
  )
}
