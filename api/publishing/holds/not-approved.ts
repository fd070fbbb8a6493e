/** The business requires approval, and nobody has approved what was about to be sent. */
export class NotApproved extends Error {
  override name = 'NotApproved'
}
