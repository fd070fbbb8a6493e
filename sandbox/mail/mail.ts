export interface Mail {
  id: string
  /** The Message-ID header, which stays the same when a mail is resent. */
  messageId: string
  from: string
  to: string
  recipients: string[]
  subject: string
  text: string
  html: string
  attachments: { name: string; type: string; bytes: number }[]
  createdAt: Date
}
