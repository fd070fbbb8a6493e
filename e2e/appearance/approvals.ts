import { LONG_WORD } from './people.ts'
import { above, sequence, openDetails, openDetailsOf, press, see, tick, toggle, write } from './steps.ts'
import type { Screen } from './visit.ts'

const NEEDS_APPROVAL = 'Posts need approval before they go out'

/** Screens of a client whose posts need approval. */
export const APPROVALS: Screen[] = [
  {
    heading: 'Settings',
    path: '/dashboard/settings#approvals',
    steps: {
      'approval to be required': above(toggle(NEEDS_APPROVAL), see(/won’t go out until/)),
      'approval required': sequence(
        toggle(NEEDS_APPROVAL),
        press('Require approval'),
        see('Invite approvers'),
      ),
    },
  },
  {
    heading: 'Dashboard Overview',
    path: '/dashboard',
    steps: { 'posts in review': see(/Waiting for approval|wait for your approval/) },
  },
  {
    heading: 'Manage Social Posts',
    path: '/dashboard/view-post?tab=review',
    steps: { 'posts selected for approval': tick('Select all on this page') },
  },
  {
    heading: 'Manage Social Posts',
    path: '/dashboard/view-post?tab=scheduled',
    steps: {
      'a post in review': above(openDetails, see('Once it’s approved, it goes out at its scheduled time.')),
      'changes without a comment': above(
        openDetails,
        press('Request changes'),
        press('Request changes'),
        see('Please say what should change.'),
      ),
      'changes requested': above(
        openDetails,
        press('Request changes'),
        write('What should change?', 'Say when we open again.'),
        press('Request changes'),
        see(/^Sent back by/),
      ),
      'posts to share': above(
        tick('Select Closed at Easter, one'),
        press('Share for review'),
        see(/without an account/),
      ),
    },
  },
  {
    heading: 'Manage Social Posts',
    path: '/dashboard/view-post?tab=attention',
    steps: {
      'an approved post': above(
        openDetailsOf(LONG_WORD),
        press('Send for approval'),
        press('Approve'),
        see(/^Approved by/),
      ),
    },
  },
]
