/** A shape in a drawing: `[kind, x, y, width, height]` in a window of 240 by 150. */
export type Mark = readonly [
  kind: 'text' | 'box' | 'ink' | 'iris' | 'pointer' | 'tick',
  x: number,
  y: number,
  width?: number,
  height?: number,
]

export type Step = { text: string; drawing: readonly Mark[] }
export type Tutorial = { id: string; title: string; minutes: number; steps: readonly Step[] }

const cards = (y: number): Mark[] => [
  ['box', 70, y, 156, 26],
  ['ink', 78, y + 8, 10, 10],
  ['text', 96, y + 11, 60, 4],
]
const message: Mark[] = [
  ['box', 70, 44, 90, 52],
  ['text', 78, 54, 70, 4],
  ['text', 78, 64, 60, 4],
  ['text', 78, 74, 40, 4],
]
const preview: Mark[] = [
  ['box', 170, 44, 56, 72],
  ['ink', 178, 52, 8, 8],
  ['text', 190, 54, 28, 4],
  ['box', 176, 66, 44, 34],
]

export const tutorials: readonly Tutorial[] = [
  {
    id: 'connect',
    title: 'Connect an account',
    minutes: 2,
    steps: [
      {
        text: 'Open Social Hub. If you have no business yet, Connect Now asks for its name first.',
        drawing: [
          ['iris', 14, 58, 44, 12],
          ['text', 70, 40, 60, 6],
          ...cards(58),
          ...cards(90),
          ['pointer', 44, 66],
        ],
      },
      {
        text: 'Press Connect on the network’s card. The network’s own window opens: sign in there and allow what it asks for.',
        drawing: [...cards(44), ['iris', 186, 50, 32, 14], ...cards(78), ['pointer', 206, 60]],
      },
      {
        text: 'If you manage several Pages, choose this business’s and press Connect Page.',
        drawing: [
          ['box', 84, 40, 112, 84],
          ['text', 94, 52, 70, 5],
          ['ink', 94, 68, 8, 8],
          ['text', 108, 70, 60, 4],
          ['box', 94, 84, 8, 8],
          ['text', 108, 86, 50, 4],
          ['iris', 142, 104, 44, 12],
          ['pointer', 168, 112],
        ],
      },
      {
        text: 'The card says Connected. Choose it to see the account’s followers and details.',
        drawing: [...cards(44), ['tick', 200, 52], ...cards(78)],
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
        drawing: [
          ['iris', 70, 42, 40, 16],
          ['iris', 116, 42, 40, 16],
          ['box', 162, 42, 40, 16],
          ['pointer', 140, 54],
        ],
      },
      {
        text: 'Write your message and add at least one picture or video. The preview beside it shows how it will look.',
        drawing: [...message, ...preview, ['iris', 70, 104, 26, 20], ['pointer', 86, 116]],
      },
      {
        text: 'Turn on Schedule this post and choose a day and a time. One sentence says what will happen and when.',
        drawing: [
          ['box', 70, 40, 100, 84],
          ...[0, 1, 2, 3].flatMap((row): Mark[] =>
            [0, 1, 2, 3, 4].map((column): Mark => [
              row === 2 && column === 2 ? 'iris' : 'text',
              80 + column * 17,
              52 + row * 17,
              9,
              9,
            ]),
          ),
          ['pointer', 122, 94],
        ],
      },
      {
        text: 'Press Schedule Post. It waits under Posts and in the calendar, and goes out automatically.',
        drawing: [...message, ...preview, ['iris', 70, 108, 56, 14], ['pointer', 104, 118]],
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
        drawing: [...cards(44), ...cards(76), ['pointer', 150, 60]],
      },
      {
        text: 'Its menu lets you edit, reschedule or cancel it. A cancelled post isn’t published, and its text stays in your drafts.',
        drawing: [
          ...cards(44),
          ['box', 150, 72, 70, 52],
          ['text', 160, 82, 40, 4],
          ['iris', 156, 92, 58, 12],
          ['text', 160, 112, 36, 4],
          ['pointer', 190, 100],
        ],
      },
      {
        text: 'Or drag it to another day in the calendar. A message confirms the move, and Undo puts the post back.',
        drawing: [
          ...[0, 1, 2].flatMap((row): Mark[] =>
            [0, 1, 2, 3].map((column): Mark => ['box', 70 + column * 40, 42 + row * 28, 36, 24]),
          ),
          ['iris', 114, 74, 28, 10],
          ['pointer', 132, 82],
        ],
      },
    ],
  },
  {
    id: 'reconnect',
    title: 'Reconnect an account that was signed out',
    minutes: 1,
    steps: [
      {
        text: 'An email and a notification tell you which account it is. Its posts are held, and none are lost.',
        drawing: [
          ['box', 70, 44, 156, 40],
          ['iris', 78, 54, 8, 8],
          ['text', 94, 54, 100, 5],
          ['text', 94, 66, 80, 4],
        ],
      },
      {
        text: 'Open Social Hub and press Reconnect on its card. Sign in as the person who connected it.',
        drawing: [...cards(44), ['iris', 182, 50, 36, 14], ['pointer', 204, 60]],
      },
      {
        text: 'Held posts whose time is still ahead go out as scheduled. For those that missed their time, you decide what to do.',
        drawing: [...cards(44), ['tick', 200, 52], ...cards(78), ['tick', 200, 86]],
      },
    ],
  },
]
