/** Size of the films in `public/product`, in pixels. */
export const FILM_SIZE = { width: 1280, height: 800 } as const

/** A step of a film: a control is pressed, text is written, a network's own window consents, a post is dragged some days on. */
export type Action =
  | readonly ['press', role: 'link' | 'button' | 'radio' | 'switch' | 'img', name: string]
  | readonly ['write', name: string, text: string]
  | readonly ['consent', button: string]
  | readonly ['drag', name: string, days: number]
  | readonly ['key', key: string]

/** A step, whose text is the film's caption. */
type Step = { text: string; shows: readonly Action[] }

export type Film = { id: string; steps: readonly Step[] }

/** `bun run pictures` films it on the real screens with the sample business. */
export type Tutorial = Film & {
  title: string
  minutes: number
  /** State of the Facebook account at the start. */
  starts?: 'disconnected' | 'signed out'
}

export const tutorials: readonly Tutorial[] = [
  {
    id: 'connect',
    title: 'Connect an account',
    minutes: 2,
    starts: 'disconnected',
    steps: [
      {
        text: 'Open Social Hub. If you have no business yet, Connect Now asks for its name first.',
        shows: [['press', 'link', 'Social Hub']],
      },
      {
        text: 'Press Connect on the network’s card. The network’s own window opens: sign in there and allow what it asks for.',
        shows: [['consent', 'Connect Facebook']],
      },
      {
        text: 'If you manage several Pages, choose this business’s and press Connect Page.',
        shows: [['press', 'button', 'Connect Page']],
      },
      {
        text: 'The card says Connected. Choose it to see the account’s followers and details.',
        shows: [['press', 'button', 'Facebook']],
      },
    ],
  },
  {
    id: 'schedule',
    title: 'Write a post and schedule it',
    minutes: 3,
    steps: [
      {
        text: 'Open Create Post. Connected networks are already turned on; turn off any that you don’t want.',
        shows: [
          ['press', 'link', 'Create Post'],
          ['press', 'switch', 'Google Business Profile'],
        ],
      },
      {
        text: 'Write your message and add at least one picture or video. The preview beside it shows how it will look.',
        shows: [
          ['write', 'Message', 'Sourdough is out of the oven at seven. First in gets the crusty one.'],
          ['press', 'button', 'Choose from media'],
          ['press', 'img', 'A sourdough loaf on a striped cloth'],
          ['press', 'button', 'Add to post'],
        ],
      },
      {
        text: 'The next free posting time is proposed. Choose another if you like: one sentence says what will happen and when.',
        shows: [['press', 'button', 'Tomorrow']],
      },
      {
        text: 'Press Schedule Post. It waits under View Social Posts and in the calendar, and goes out automatically.',
        shows: [['press', 'button', 'Schedule Post']],
      },
    ],
  },
  {
    id: 'move',
    title: 'Move, change or stop a post',
    minutes: 1,
    steps: [
      {
        text: 'Open Posts and find the post under Planned.',
        shows: [['press', 'link', 'View Social Posts']],
      },
      {
        text: 'Its menu lets you edit, reschedule or cancel it. A cancelled post isn’t published, and its text stays in your drafts.',
        shows: [['press', 'button', 'More for ']],
      },
      {
        text: 'Or drag it to another day in the calendar. A message confirms the move, and Undo puts the post back.',
        shows: [
          ['key', 'Escape'],
          ['press', 'link', 'Calendar'],
          ['drag', 'Soup and sourdough', 2],
        ],
      },
    ],
  },
  {
    id: 'reconnect',
    title: 'Reconnect an account that was signed out',
    minutes: 1,
    starts: 'signed out',
    steps: [
      {
        text: 'An email and a notification tell you which account it is. Its posts are held, and none are lost.',
        shows: [['press', 'link', 'Notifications']],
      },
      {
        text: 'Open Social Hub and press Reconnect on its card. Sign in as the person who connected it.',
        shows: [
          ['press', 'link', 'Social Hub'],
          ['consent', 'Reconnect Facebook'],
        ],
      },
      {
        text: 'Held posts whose time is still ahead go out as scheduled. For those that missed their time, you decide what to do.',
        shows: [['press', 'link', 'View Social Posts']],
      },
    ],
  },
]
