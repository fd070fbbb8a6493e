export interface Mail {
  id: string
  /** Of the Message-ID header: a mail that was sent again has the same. */
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
