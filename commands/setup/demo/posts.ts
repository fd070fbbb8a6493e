import type { NetworkId } from '#shared/networks.ts'
import type { Scene } from './pictures/scenes.ts'

type Picture = { scene: Scene; alt: string }
export type SamplePost = { message: string; networks: NetworkId[]; pictures: Picture[] }
/** `likes` and `comments` are the counts on Instagram. Facebook gets fewer. */
type PublishedPost = SamplePost & { daysAgo: number; time: string; likes: number; comments: number }
type ScheduledPost = SamplePost & { inDays: number; time: string }

const SOURDOUGH: Picture = { scene: 'sourdough', alt: 'A sourdough loaf on a striped cloth' }
const LOAVES: Picture = { scene: 'loaves', alt: 'Three loaves and two sage leaves on a pale table' }
const CROISSANTS: Picture = { scene: 'croissants', alt: 'Two croissants on a white plate' }
const BREAKFAST: Picture = { scene: 'breakfast', alt: 'A flat white and a croissant' }
const COFFEE: Picture = { scene: 'coffee', alt: 'A flat white with a heart in the foam' }
const SCROLLS: Picture = { scene: 'scrolls', alt: 'Four cinnamon scrolls in their tin' }
const TARTS: Picture = { scene: 'tarts', alt: 'Three lemon tarts between lemons' }
const HARBOUR: Picture = { scene: 'harbour', alt: 'Three sailing boats in the harbour at dawn' }
const SHOP: Picture = { scene: 'shopfront', alt: 'The bakehouse with its red and white awning' }
const BAGUETTES: Picture = { scene: 'baguettes', alt: 'Three baguettes in a basket' }
const BAKING: Picture = { scene: 'baking', alt: 'Flour, three eggs and a rolling pin' }
const PICNIC: Picture = { scene: 'picnic', alt: 'Bread, a tart and a scroll on a checked picnic rug' }

const META: NetworkId[] = ['facebook', 'instagram']
const ALL: NetworkId[] = ['facebook', 'instagram', 'google']

/** Posts of a fictional bakery, oldest first. Times are in the machine's time zone. */
export const PUBLISHED: PublishedPost[] = [
  {
    daysAgo: 33,
    time: '07:30',
    message: 'First light over the harbour, and the ovens have been on since three. Doors open at six.',
    networks: META,
    pictures: [HARBOUR],
    likes: 64,
    comments: 5,
  },
  {
    daysAgo: 30,
    time: '12:15',
    message: 'Lemon tarts are back. Meyer lemons from Annie’s tree, butter pastry, no shortcuts.',
    networks: ALL,
    pictures: [TARTS],
    likes: 118,
    comments: 14,
  },
  {
    daysAgo: 27,
    time: '07:30',
    message: 'Today deserves a proper coffee. Any size, with a croissant, $9 before ten.',
    networks: ALL,
    pictures: [BREAKFAST],
    likes: 71,
    comments: 6,
  },
  {
    daysAgo: 24,
    time: '17:30',
    message: 'Going away for the long weekend? Order your loaves by noon tomorrow and skip the queue.',
    networks: ALL,
    pictures: [LOAVES],
    likes: 58,
    comments: 9,
  },
  {
    daysAgo: 21,
    time: '07:30',
    message: 'Thirty-six hours from flour to crust. This is what patience tastes like.',
    networks: META,
    pictures: [SOURDOUGH, BAKING],
    likes: 142,
    comments: 17,
  },
  {
    daysAgo: 18,
    time: '12:15',
    message: 'Baguettes at eleven, every day but Monday. They rarely see the afternoon.',
    networks: META,
    pictures: [BAGUETTES],
    likes: 83,
    comments: 7,
  },
  {
    daysAgo: 15,
    time: '09:00',
    message: 'Scroll day! Brown butter, cinnamon, and a glaze we won’t tell you about.',
    networks: ALL,
    pictures: [SCROLLS],
    likes: 187,
    comments: 31,
  },
  {
    daysAgo: 12,
    time: '07:30',
    message: 'New beans this week: chocolate, orange peel, a long finish. Ask for the house roast.',
    networks: META,
    pictures: [COFFEE],
    likes: 76,
    comments: 8,
  },
  {
    daysAgo: 9,
    time: '12:15',
    message:
      'Picnic weather. We pack the rug-sized box for four: bread, tarts, scrolls, and napkins you’ll need.',
    networks: ALL,
    pictures: [PICNIC],
    likes: 131,
    comments: 12,
  },
  {
    daysAgo: 6,
    time: '07:30',
    message: 'A fresh coat of paint for the awning, same bread underneath it. Come and say hello.',
    networks: ALL,
    pictures: [SHOP],
    likes: 97,
    comments: 19,
  },
  {
    daysAgo: 4,
    time: '17:30',
    message: 'Two left on the plate at closing. Tonight they go to the night shift at the hospital.',
    networks: META,
    pictures: [CROISSANTS],
    likes: 164,
    comments: 22,
  },
  {
    daysAgo: 1,
    time: '07:30',
    message:
      'What’s in the oven this week: seeded rye, olive and rosemary, and the plain white that sells out.',
    networks: META,
    pictures: [LOAVES, SOURDOUGH, BAGUETTES],
    likes: 88,
    comments: 11,
  },
]

/** Post that Facebook rejects. */
export const FAILED: SamplePost = {
  message: 'WIN a month of free bread! Tag three friends, share this post, and like our Page to enter.',
  networks: ['facebook'],
  pictures: [LOAVES],
}

/** Post that is held because it missed its time. */
export const HELD: SamplePost = {
  message: 'Fresh from the oven right now: cheese and chive scones, for the next hour only.',
  networks: META,
  pictures: [BAKING],
}

export const SCHEDULED: ScheduledPost[] = [
  {
    inDays: 1,
    time: '07:30',
    message: 'Good morning. The first tray of croissants is out.',
    networks: META,
    pictures: [CROISSANTS],
  },
  {
    inDays: 1,
    time: '12:15',
    message: 'Soup and sourdough for lunch: roast pumpkin today.',
    networks: ALL,
    pictures: [SOURDOUGH],
  },
  {
    inDays: 2,
    time: '07:30',
    message: 'How do you take yours? We’ve poured a few thousand flat whites and still love the heart.',
    networks: META,
    pictures: [COFFEE],
  },
  {
    inDays: 3,
    time: '12:15',
    message: 'Baguettes at eleven. You know what to do.',
    networks: META,
    pictures: [BAGUETTES],
  },
  {
    inDays: 4,
    time: '17:30',
    message: 'Orders for tomorrow close tonight. Loaves, tarts and scrolls, ready from seven.',
    networks: ALL,
    pictures: [LOAVES, TARTS],
  },
  {
    inDays: 5,
    time: '09:00',
    message: 'Scroll day. First come, first glazed.',
    networks: META,
    pictures: [SCROLLS],
  },
  {
    inDays: 6,
    time: '09:00',
    message: 'Today is for a long breakfast. The big table by the window is yours if you’re early.',
    networks: ALL,
    pictures: [BREAKFAST],
  },
  {
    inDays: 8,
    time: '07:30',
    message: 'Behind the counter: how we shape two hundred loaves before you wake up.',
    networks: META,
    pictures: [BAKING, SOURDOUGH],
  },
  {
    inDays: 9,
    time: '12:15',
    message: 'Lemon tart, meet long black. Afternoon sorted.',
    networks: ALL,
    pictures: [TARTS],
  },
  {
    inDays: 11,
    time: '17:30',
    message: 'Open until seven tonight, with tomorrow’s bread for tonight’s table.',
    networks: ALL,
    pictures: [SHOP],
  },
  {
    inDays: 12,
    time: '07:30',
    message: 'A quiet morning on the water, and cinnamon in the air.',
    networks: META,
    pictures: [HARBOUR],
  },
  {
    inDays: 13,
    time: '09:00',
    message: 'Picnic boxes for tomorrow. Order by five today.',
    networks: ALL,
    pictures: [PICNIC],
  },
  {
    inDays: 15,
    time: '07:30',
    message: 'Seeded rye, sliced or whole? Tell us, and we’ll bake more of the winner.',
    networks: META,
    pictures: [LOAVES],
  },
  {
    inDays: 17,
    time: '12:15',
    message: 'Last week for Annie’s lemons. The tarts go with them.',
    networks: META,
    pictures: [TARTS],
  },
  {
    inDays: 20,
    time: '07:30',
    message: 'Three years on the harbour this week. Thank you for every early morning.',
    networks: ALL,
    pictures: [SHOP, HARBOUR],
  },
]

/** Weekly posting times without a post in the first week. Its scheduled posts fill the others. */
export const FREE_TIMES = [
  { inDays: 3, time: '17:30' },
  { inDays: 5, time: '17:30' },
]

export const DRAFTS: SamplePost[] = [
  { message: 'Fruit mince pies are nearly here. Who wants to be first?', networks: ALL, pictures: [TARTS] },
  { message: 'Meet the baker: ', networks: META, pictures: [] },
]
