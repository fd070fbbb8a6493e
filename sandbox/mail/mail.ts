export interface Mail {
  id: string
  from: string
  to: string
  recipients: string[]
  subject: string
  text: string
  html: string
  attachments: { name: string; type: string; bytes: number }[]
  createdAt: Date
}
