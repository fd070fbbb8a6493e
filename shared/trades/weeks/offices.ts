import type { TradeWeek } from '#shared/trades/week.ts'

export const accountant: TradeWeek = {
  times: 'as the working day starts, at lunch, and on Sunday, when the shoebox comes out',
  posts: {
    'Mon 08:30 tip':
      'Photograph each receipt the day you get it. The print fades, the photo doesn’t, and next year you’ll know what it was for.',
    'Tue 12:15 question':
      'What’s one word in your paperwork that nobody ever explained? Post it here, and {business} will put it in plain English.',
    'Wed 17:00 behind':
      'Meet the person at {business} in {suburb} who picks up when you ring. No jargon, and there are no silly questions.',
    'Sun 17:30 offer':
      'Opened a letter and closed it again? Send {business} a photo. We’ll tell you if it’s urgent before your week begins.',
  },
  event: {
    at: 'Thu 09:00',
    summer: 'Quiet weeks are good for one dull job: a folder for this year, and everything since July in it.',
    autumn:
      'A few months left of the financial year. One conversation now is worth ten in July. What would you ask {business}?',
    winter:
      'Tax time. Bring what you have: most people bring too much or too little, and {business} has seen both.',
    spring:
      'Which numbers do you look at each month, and which do you avoid? Tell {business}. We’ll begin with the second kind.',
  },
  crowd: 'office',
}

export const lawyer: TradeWeek = {
  times: 'in the morning, at lunch, and in the evening, when people read letters twice',
  posts: {
    'Mon 08:30 tip':
      'Got a letter that sounds like a threat? Keep the envelope, note the day it came, and don’t answer it tonight.',
    'Tue 12:15 question':
      'If you could ask a lawyer one thing and not be charged for it, what would it be? We’ll answer what can be answered here.',
    'Wed 17:30 behind':
      'This is who you’d sit with at {business} in {suburb}: a table, two chairs, plain words, and a price before we start.',
    'Thu 12:30 offer':
      'Don’t know if you need a lawyer? Tell {business} in three sentences what happened. We’ll say if you don’t.',
  },
  event: {
    at: 'Sun 17:30',
    summer:
      'Holidays are when families talk. Is one of the things to talk about a will? Yours, to begin with.',
    autumn:
      'A will from before the children, the house or the divorce isn’t much of a will. When did you last read yours?',
    winter:
      'Signing something this winter? Read the part about how it ends first. If you don’t follow it, ask {business}.',
    spring: 'Auctions are back. Have the contract read before you put your hand up, not after.',
  },
  crowd: 'office',
}

export const finance: TradeWeek = {
  times: 'before work, at lunch, and on Sunday, when households talk about money',
  posts: {
    'Mon 08:00 tip':
      'Write down your interest rate from memory, then look it up. Most people are a little wrong, and it’s seldom in their favour.',
    'Wed 12:15 question':
      'What’s the one thing about home loans that you’ve never dared to ask? Ask {business} here. Somebody else wonders too.',
    'Thu 17:30 behind':
      'What a day at {business} looks like: two phones, one calculator, and a lot of “let me read you what it actually says”.',
    'Sun 17:00 review':
      'If {business} made it make sense, say so on Google. It helps the next person in {suburb} who’s staring at a form.',
  },
  event: {
    at: 'Fri 09:00',
    summer:
      'New year, same repayments? An hour in January to look at what you pay is the best-paid hour of the summer. Ask {business}.',
    autumn: 'Before the end of the financial year: what’s on your list, and what’s only in your head?',
    winter:
      'Papers for tax time are the papers for a loan. While they’re on the table, what else could they do for you?',
    spring:
      'Spring brings the auction signs out. Know your number before you fall in love with a kitchen. Ask {business}.',
  },
  crowd: 'office',
}

export const estate: TradeWeek = {
  times: 'on Monday after the weekend’s inspections, midweek in the evening, and early on Saturday',
  posts: {
    'Mon 12:15 question': 'One home in {suburb}, one wish: a north-facing kitchen or a second bathroom?',
    'Wed 19:00 tip':
      'Before anybody comes to look: open the curtains, clear the bench, turn every light on. It costs nothing, and buyers stay longer.',
    'Thu 17:30 behind':
      'An hour before the open: {business} puts the sign out, checks the taps and moves one pot plant four times.',
    'Sun 17:00 offer':
      'Wondering what yours might be worth? Tell {business} the street. You’ll hear what the last few went for nearby, and no more than that unless you ask.',
  },
  event: {
    at: 'Fri 16:00',
    summer:
      'A quiet month to look and a good one to plan. If you’re moving this year, when would you like the boxes unpacked?',
    autumn:
      'Gutters cleared, leaves off the path, a light on at the gate: autumn inspections begin outside. Ask {business} what matters most.',
    winter:
      'Fewer homes for sale, more people who mean it: that’s winter. Shall we talk about yours, or look at somebody else’s?',
    spring:
      'Gardens are at their best, and so are the photos. If you’re thinking of selling, this is the month to ask {business}.',
  },
  crowd: 'office',
}

export const childcare: TradeWeek = {
  times: 'after drop-off, in the quiet half-hour after lunch, and on Sunday evening',
  posts: {
    'Mon 09:15 behind':
      'Monday morning at {business}: paint out, sleeves up, and a very important conversation about worms.',
    'Tue 13:00 tip':
      'Hard goodbyes get shorter when they’re always the same. One hug, one sentence, one wave at the window. Then go: we’ve got them.',
    'Thu 19:30 question':
      'What did your child say this week that you’ll never forget? Leave the name out, and tell us.',
    'Sun 18:00 offer':
      'Looking for a place? Come and see {business} in {suburb} on an ordinary morning, when it’s loud. Message us a day, and ask what you like.',
  },
  event: {
    at: 'Fri 12:30',
    summer:
      'Hats, water, shade, sunscreen: we’ve turned it into a song at {business}. What’s your trick for getting it on their noses?',
    autumn:
      'Leaves to jump in, puddles to find: autumn comes with its own toys. What did yours bring home in their pockets?',
    winter: 'Name in both gumboots, please. Winter mornings go better with a spare pair of socks in the bag.',
    spring:
      'Seeds in egg cartons on every window sill at {business}. What’s growing at your place, apart from the children?',
  },
}

export const tutor: TradeWeek = {
  times: 'after school, in the evening when homework’s due, and on Sunday',
  posts: {
    'Mon 16:00 question':
      'What did you give up as a child and wish that you hadn’t? Tell us. It’s never as late as it feels.',
    'Tue 19:00 tip':
      'Ten minutes every day beats an hour on Saturday. Same place, same time, and stop while it’s still going well.',
    'Thu 17:00 behind':
      'A first lesson at {business} in {suburb}: mostly talking, a little trying, and one thing that works before you leave.',
    'Sun 16:30 offer':
      'Not sure if it’s for you, or for them? Message {business} the age and the goal. We’ll say honestly what a month can do.',
  },
  event: {
    at: 'Fri 15:30',
    summer:
      'Long holidays make short memories. Two easy sessions a week until school’s back, and nobody starts from the beginning.',
    autumn:
      'First reports aren’t far off. If something was hard this term, it’s easier to mend now. What is it?',
    winter: 'Dark by dinner, good for learning something. What would you like to be able to do by spring?',
    spring:
      'Exams are coming. Make a list of what you don’t know: it’s always shorter than it feels. Then ask {business}.',
  },
}

export const other: TradeWeek = {
  times: 'at lunch, at knock-off, and on the weekend',
  posts: {
    'Mon 12:00 question':
      '{Trade} in {suburb}: what would you ask, if you had one of us in front of you? Ask it here, and {business} will answer.',
    'Tue 17:30 behind':
      'Behind the scenes at {business}: the part of the work that nobody sees, and that everybody would notice if it weren’t done.',
    'Thu 12:30 offer':
      '{Trade}: not sure what you need, or what’s worth paying for? Send {business} a message with a photo. You’ll get a straight answer.',
    'Sun 10:00 review':
      'If {business} looked after you lately, a line on Google helps the next person find us. Say what you needed, and how it went.',
  },
  event: {
    at: 'Fri 16:00',
    summer:
      'Summer: some of you are away, some of you finally have time. Which one, and what would you like to get done with {business}?',
    autumn: 'Back into the routine. What’s on your list before winter that {business} could take off it?',
    winter: 'Grey week, warm hello from {business}. What do you do to get through winter? We’re collecting.',
    spring:
      'Spring: new list, new energy. What do you want sorted before the year runs out? Tell {business}.',
  },
}
