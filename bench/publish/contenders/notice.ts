import { deliveryMail } from '../../../api/mail/templates.ts'

/** The notification and mail of an outcome, the same for every contender. */
export const NOTICE = {
  type: 'social',
  tone: 'success',
  title: 'Published on Facebook',
  message: '“Benchmark” is on Facebook.',
  link: '/dashboard/view-post?post=1',
}

export const MAIL = JSON.stringify(
  deliveryMail({
    to: 'owner@example.com',
    outcome: 'published',
    title: NOTICE.title,
    message: 'Benchmark',
    action: { label: 'See the post', url: `https://example.com${NOTICE.link}` },
    unsubscribe: 'https://example.com/api/settings/unsubscribe?of=owner&key=0123456789abcdef',
  }),
)
