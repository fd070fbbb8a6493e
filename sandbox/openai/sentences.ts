type Subject = {
  /** Matches prompts about this subject. */
  about: RegExp
  sentences: readonly string[]
  tags: readonly string[]
  /** Leaves out the sentences of other subjects: a bakery’s vacancy isn’t about bread. */
  isAlone?: true
}

/**
 * Sentences for the trades and occasions that small businesses write about. Each is complete by itself, promises nothing, and
 * fits any order. The numbers of words differ, so that captions of any length can be made of whole sentences.
 */
export const SUBJECTS: readonly Subject[] = [
  {
    about: /\b(hir(e|ing)|vacanc|job|apprentice|join our team|recruit)/i,
    sentences: [
      'We’re looking for someone who likes people, turns up, and isn’t afraid to ask.',
      'Experience helps, but we care more about how you treat others.',
      'You’ll learn from people who love the work.',
      'Know somebody who would fit right in? Tag them below.',
      'Send us a few lines about yourself, and we’ll have a chat.',
      'Good people make this place what it is.',
    ],
    tags: ['NowHiring', 'JoinOurTeam'],
    isAlone: true,
  },
  {
    about: /\b(sale|discount|offer|deal|half price|clearance|\d+\s?%)/i,
    sentences: [
      'It’s a good moment to try the thing you’ve had your eye on.',
      'Once they’re gone, they’re gone.',
      'Ask us if you’re not sure which one suits you. We’re happy to help.',
      'Bring a friend, and choose together.',
      'No fine print, no rush at the counter.',
      'See something you like? Tell us, and we’ll put it aside.',
    ],
    tags: ['LocalDeals'],
  },
  {
    about: /\b(event|workshop|class|market|festival|open day|launch|party|night|anniversary|birthday)/i,
    sentences: [
      'Everyone’s welcome, whether you’ve been before or not.',
      'Come for a few minutes, or stay for the whole thing.',
      'Bring the kids, bring the neighbours, bring your questions.',
      'We’ll save you a spot if you let us know.',
      'There’s nothing to prepare. Just bring yourself.',
      'Days like these are why we love this street.',
    ],
    tags: ['WhatsOn', 'Community'],
  },
  {
    about: /\b(bak(e|er|ery|ing)|bread|sourdough|loa(f|ves)|cake|croissant|scroll|tart|scone|pastr|pie)/i,
    sentences: [
      'It starts with good flour, clean water and plenty of time.',
      'You’ll smell it before you see it.',
      'The crust crackles, the crumb is soft, and the butter does the rest.',
      'Everything is shaped by hand, one tray at a time.',
      'While the street is still asleep, our ovens are already warm.',
      'Tear off a corner on the way home. Everybody does.',
      'Tell us your favourite, and we’ll tell you when it’s out of the oven.',
    ],
    tags: ['FreshlyBaked', 'LocalBakery'],
  },
  {
    about:
      /\b(coffee|caf[eé]|flat white|espresso|lunch|dinner|breakfast|menu|restaurant|soup|pizza|burger|wine)/i,
    sentences: [
      'Pull up a chair, take your time, and let us look after the rest.',
      'It’s made to order, with produce we’d happily take home ourselves.',
      'Some mornings need a second cup.',
      'There’s a seat by the window with your name on it.',
      'Pair it with something sweet. You’ve earned it.',
      'The kitchen has been talking about nothing else all week.',
    ],
    tags: ['EatLocal', 'GoodFood'],
  },
  {
    about:
      /\b(plumb|tap|pipe|drain|toilet|hot water|rainwater|tank|leak|electric|builder|tradie|roof|tile|paint)/i,
    sentences: [
      'A small job done early saves a big one later.',
      'We explain what we’re doing, and we leave the place as tidy as we found it.',
      'Not sure if it’s worth a call? Send us a photo, and we’ll tell you honestly.',
      'Good work is the kind you never have to think about again.',
      'We’ll talk you through the options before we start.',
      'No jargon, no surprises.',
      'If it drips, hums or rattles, we’d like to hear about it.',
    ],
    tags: ['LocalTradies', 'HomeTips'],
  },
  {
    about: /\b(garden|plant|nurser|flower|rose|lil(y|ies)|seed|lawn|compost|tree|bouquet)/i,
    sentences: [
      'Good soil first, then patience.',
      'A little water in the morning goes a long way in the heat.',
      'Tell us how much sun you get, and we’ll help you choose.',
      'Even a balcony has room for something green.',
      'Gardens grow better when you ask the neighbours.',
      'We’re always happy to talk about leaves, bugs and stubborn roots.',
    ],
    tags: ['GardenLovers', 'GrowYourOwn'],
  },
  {
    about: /\b(gym|fitness|yoga|pilates|train(er|ing)|run(ning)?|massage|physio|wellness)/i,
    sentences: [
      'Start where you are, and go at your own pace.',
      'Half an hour for yourself changes the rest of the day.',
      'Nobody here is counting but you.',
      'Wear something comfortable, bring some water, and leave the rest to us.',
      'Showing up is the hard part. We’ll help with everything after.',
    ],
    tags: ['MoveMore', 'FeelGood'],
  },
  {
    about: /\b(hair|salon|barber|beauty|nails?|skin|spa|colour|facial)/i,
    sentences: [
      'Sit back for a while, and leave looking like yourself on a good day.',
      'Bring a picture, or just an idea, and we’ll work it out together.',
      'A good cut still looks good weeks later.',
      'Your hour, your chair, your choice of music.',
      'We listen first, and then we start.',
    ],
    tags: ['TreatYourself', 'LocalSalon'],
  },
  {
    about: /\b(shop|store|boots?|shoes?|hats?|dress|clothes|fashion|gifts?|book|toy|bike|bicycle|jewel)/i,
    sentences: [
      'Try it on, walk around, and see how it feels.',
      'We chose each one because we’d want it ourselves.',
      'It’s made to be used, not to be kept in a box.',
      'Looking for a present? We’re good at that.',
      'The best way to choose is to have it in your hands.',
      'We’ll wrap it while you wait.',
    ],
    tags: ['ShopSmall', 'NewIn'],
  },
]

/** Sentences for any business. */
export const ANY_BUSINESS: readonly string[] = [
  'Drop in and see for yourself.',
  'We’d love to hear what you think.',
  'Thanks for being part of it.',
  'The small things make the difference, and we look after them.',
  'Questions? Leave us a comment, or send a message any time.',
  'We’re a small team, and every visit counts.',
  'Tell a friend who would enjoy this as much as you do.',
  'Ask us anything. We like to talk about it.',
  'It’s the kind of thing we’d recommend to our own families.',
  'Nothing fancy, just something done well.',
  'If you’ve been waiting for the right moment, this is it.',
  'We put real time into it, and we think it shows.',
  'See you soon.',
  'Save this post, so that you find it again when you need it.',
  'We’ve been looking forward to sharing this with you.',
  'Your neighbours already know. Now you do, too.',
]

type Form = 'phrase' | 'clause'

/** Beginnings of a caption about a noun phrase or a whole clause. */
export const OPENINGS: Record<Form, readonly string[]> = {
  phrase: [
    '{0}: that’s what we’re talking about this week.',
    '{0}. It sounds simple, and that’s why we like it.',
    '{0}, and everything that goes with it.',
  ],
  clause: ['{0}, and we couldn’t wait to tell you.', 'It’s true: {0}.', '{0}, and you’re the first to know.'],
}

/** Ends of a headline by their number of words. */
export const HEADLINE_ENDS: Record<Form, Record<number, readonly string[]>> = {
  phrase: {
    1: ['today'],
    2: ['good news', 'come in'],
    3: ['come and see', 'made for you'],
    4: ['come and see us', 'we think you’ll agree'],
    5: ['a little something for you', 'here is what we love'],
    6: ['here is what you should know', 'a good reason to drop in'],
    7: ['the small details make all the difference', 'everything you wanted to know and more'],
    8: ['a few good reasons to see us soon', 'the small details that make all the difference'],
    9: ['all the good reasons to come and see us', 'what it is, and why it matters to us'],
  },
  clause: {
    3: ['good to know'],
    4: ['please spread the word', 'now you know too'],
    5: ['a note for our neighbours', 'here is the good news'],
    6: ['some news from our little team'],
    7: ['a small note for all our neighbours'],
    8: ['here is the news from our little team'],
    9: ['here is the latest news from our little team'],
  },
}

/** Exchanges for a text in other words. */
export const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/\bcome and see us\b/gi, 'pay us a visit'],
  [/\bdrop in\b/gi, 'stop by'],
  [/\bwe love\b/gi, 'we’re fond of'],
  [/\bwe’d love\b/gi, 'we’d be glad'],
  [/\bamazing\b/gi, 'wonderful'],
  [/\bhappy to help\b/gi, 'glad to help'],
  [/\btell us\b/gi, 'let us know'],
  [/\bthank you\b/gi, 'many thanks'],
  [/\bsee you\b/gi, 'we’ll see you'],
  [/\bgood\b/gi, 'lovely'],
]

/** Subjects of the posts of a week, with their headlines and sentences. */
export const WEEK_SUBJECTS: readonly { about: RegExp; headline: string; says: readonly string[] }[] = [
  {
    about: /\btip\b/,
    headline: 'A small tip from our team',
    says: ['Ask before you buy: we’re glad to help.', 'Five minutes of advice often save a whole afternoon.'],
  },
  {
    about: /\bbehind the scenes\b/,
    headline: 'How we start our day',
    says: ['First we check everything twice.', 'Then the door opens, and you come in.'],
  },
  {
    about: /\bquestion\b/,
    headline: 'You ask, we answer',
    says: ['“Do I have to book?”', 'It helps, but a short call in the morning is fine, too.'],
  },
  {
    about: /\bcome by\b/,
    headline: 'Free this week?',
    says: ['We have time for you.', 'Send us a message, and we’ll find an hour that suits.'],
  },
  {
    about: /\bseason\b/,
    headline: 'What this time of year brings',
    says: [
      'The days change, and so does what people need from us.',
      'Here’s to a good week in the neighbourhood.',
    ],
  },
  {
    about: /\bthanks\b/,
    headline: 'To our regulars',
    says: ['Thank you.', 'Your kind words on the weekend made our Monday.'],
  },
  {
    about: /\bservices\b/,
    headline: 'What we do especially well',
    says: ['Good work takes care, and we take it.', 'Come and see what that looks like.'],
  },
]

/** Posts of a first week by what they are for. Words in brackets are filled in. */
export const WEEK_POSTS: readonly { about: RegExp; says: string }[] = [
  {
    about: /\btip\b/,
    says: 'A small tip before you ask anybody in [place]: take a photo first. It says more than ten messages.',
  },
  {
    about: /\bbehind the scenes\b/,
    says: 'Half of the work is done before you see any of it. This is {business}, getting ready.',
  },
  {
    about: /\bquestion\b/,
    says: '[trade]: what have you always wanted to know about it? Ask us below, [place].',
  },
  {
    about: /\boffer\b/,
    says: 'Not sure where to begin? Message {business} and tell us what you have in mind. We’ll tell you what we would do.',
  },
  {
    about: /\breview\b/,
    says: 'If we helped you lately, an honest line on Google helps the next person in [place] find us.',
  },
  {
    about: /\bseason\b/,
    says: 'It’s [season] in [place], and everybody’s list looks different. What is on yours?',
  },
]
