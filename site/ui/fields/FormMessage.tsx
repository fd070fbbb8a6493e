import { CircleAlert } from 'lucide-react'

/** Error of a form as a whole; read aloud when it appears. */
export const FormMessage = ({ message }: { message: string }) => (
  <div role="alert" className="empty:hidden">
    {message && (
      <p className="flex items-start gap-2.5 rounded-field border border-error/35 bg-error/5 px-3.5 py-2.5 text-sm">
        <CircleAlert className="mt-0.5 size-4 shrink-0 text-error" />
        {message}
      </p>
    )}
  </div>
)
