/** The business requires approval, and nobody has approved the content that was about to be sent. */
export class NotApproved extends Error {
  override name = 'NotApproved'
}
