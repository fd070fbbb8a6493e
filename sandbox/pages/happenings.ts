import { html } from 'hono/html'

import type { Published } from '../control/shown-post.ts'
import type { Fault } from '../faults/fault.ts'

type Happening = [label: string, fault: Omit<Fault, 'times'>]

/** What a network may do to the next post, in words. */
export const HAPPENINGS: Happening[] = [
  [
    'Facebook refuses the next picture',
    { provider: 'facebook', operation: 'photos', kind: 'error', code: 368 },
  ],
  [
    'Facebook takes the next picture, and its answer is lost',
    { provider: 'facebook', operation: 'photos', kind: 'drop-after' },
  ],
  [
    'Instagram takes no more posts today',
    { provider: 'instagram', operation: 'media_publish', kind: 'quota' },
  ],
  ['Google rejects the next post', { provider: 'google', operation: 'localPosts', kind: 'rejected' }],
  [
    'Bluesky takes the next post, and its answer is lost',
    { provider: 'bluesky', operation: 'putRecord', kind: 'drop-after' },
  ],
  [
    'The website is down for the next article',
    { provider: 'wordpress', operation: 'draft', kind: 'error', code: 503 },
  ],
]

const NAMES = { facebook: 'Facebook', instagram: 'Instagram', google: 'Google' }

/** Buttons for what people and networks do by themselves, which somebody who tries the product wants to see. */
export const happenings = html`<details id="happenings" class="happenings">
  <summary>Make something happen</summary>
  <p>Each button makes its network do this once. Then publish a post in the dashboard.</p>
  <ul>
    ${HAPPENINGS.map(([label, fault]) => html`<li>${callButton(label, 'faults', fault)}</li>`)}
    ${(['facebook', 'instagram', 'google'] as const).map(
      provider =>
        html`<li>${callButton(`The password changes at ${NAMES[provider]}`, 'expire', { provider })}</li>`,
    )}
  </ul>
</details>`

/** A button that lets people comment on a post. Nobody can on Google, or on a story. */
export const commentButton = ({ network, id, on = id, isStory }: Published) =>
  network === 'google' || isStory ? '' : callButton('Let people comment', 'visitors', { on, count: 2 })

export const reviewButton = (location: string) =>
  callButton('Let people review', 'visitors', { on: location, count: 2 })

/** A button that makes a control call, and then has a tick. */
function callButton(label: string, call: string, body: object) {
  return html`<button type="button" data-call="${call}" data-body="${JSON.stringify(body)}">${label}</button>`
}
