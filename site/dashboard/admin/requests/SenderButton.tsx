import type { SubmittedRequest } from './request-list.ts'
import type { RequestActionsProps } from './RequestActions.tsx'

type SenderButtonProps<Request extends SubmittedRequest> = Omit<RequestActionsProps<Request>, 'onDelete'> & {
  className?: string
}

/** A sender's name, which opens the request. Tab skips it, because the row has a button for that. */
export const SenderButton = <Request extends SubmittedRequest>({
  kind,
  request,
  onView,
  className = '',
}: SenderButtonProps<Request>) => (
  <button
    type="button"
    tabIndex={-1}
    className={`cursor-pointer text-start underline-offset-4 hover:underline ${className}`}
    onClick={() => onView(request)}
  >
    {kind.sender(request)}
  </button>
)
