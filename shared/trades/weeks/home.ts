import type { TradeWeek } from '#shared/trades/week.ts'

export const plumber: TradeWeek = {
  times: 'before work, at lunch, and on Sunday evening, when people notice the drip',
  posts: {
    'Mon 06:50 tip':
      'Do you know where your water main turns off? Find it today, while nothing’s wrong. In a burst, those two minutes are the difference between a mop and a new floor.',
    'Tue 17:30 behind':
      'What came out of a pipe today at one of {business}’s jobs. We’ve seen worse. Have you?',
    'Thu 12:15 question':
      'The question we hear most in {suburb}: can I fix that tap myself? Sometimes, yes. Send {business} a photo, and we’ll tell you honestly.',
    'Sun 18:00 offer':
      'New week tomorrow. If something drips, gurgles or runs all night at your place, message {business} this evening and be first in line.',
  },
  event: {
    at: 'Wed 07:15',
    summer:
      'Hot weather brings roots into old pipes, looking for water. If your drains gurgle, have them looked at before they block.',
    autumn:
      'Leaves are down, gutters are full, and the first big rain finds every one of them. Clear yours this weekend, or ask {business}.',
    winter:
      'Cold mornings find the tired hot-water system first. Rusty water, a rumble, or less hot than last year? Tell {business} before it gives up altogether.',
    spring:
      'Turning the garden taps back on? Check each for a drip while you’re there. A slow one wastes more than you’d believe over a summer.',
  },
  crowd: 'home',
}

export const electrician: TradeWeek = {
  times: 'before work, after dinner, and on Sunday evening',
  posts: {
    'Mon 07:00 tip':
      'A safety switch should trip when you press its test button. Try yours today. If nothing happens, call an electrician, not your brother-in-law.',
    'Wed 12:15 behind':
      'An old switchboard on the left, today’s on the right, and one tidy hour in between. Guess which one {business} sleeps better with.',
    'Thu 19:00 question':
      'How many power boards are behind your TV right now? Be honest. Anything above two, and we should talk.',
    'Sun 17:30 review':
      'Has {business} been to your place lately? A line on Google about how it went helps the next person in {suburb} choose who to let in.',
  },
  event: {
    at: 'Fri 07:15',
    summer:
      'Air conditioner louder than last summer, or not as cold? Clean the filter first. If that doesn’t do it, send {business} the model and we’ll say what’s next.',
    autumn:
      'Shorter days. A light at the gate and one at the back door make the bins a lot friendlier. Ask {business} what it takes.',
    winter:
      'Heaters, blankets, dryers, all at once: that’s when an old circuit gives up. If your lights dim when the kettle’s on, tell {business}.',
    spring:
      'The quiet months are the time to have the cooling looked at. In the first heatwave, everybody calls on the same day.',
  },
  crowd: 'home',
}

export const builder: TradeWeek = {
  times: 'before the day’s work, at smoko, and on Sunday, when people look at the house',
  posts: {
    'Mon 06:45 behind':
      'Monday, first coffee, first cut. Here’s what {business} is standing in the middle of this week.',
    'Tue 18:30 tip':
      'Three quotes with three different prices? Put them side by side and look for what’s missing, not for the lowest number. That’s where the extras come from.',
    'Thu 12:30 question':
      'If you could change one room of your place in {suburb}, which would it be? The kitchen usually wins. Surprise us.',
    'Sun 17:00 offer':
      'Thinking about it and not sure it can be done? Send {business} a photo and a rough size. We’ll say what’s possible before anybody talks about price.',
  },
  event: {
    at: 'Fri 07:00',
    summer:
      'Long days, dry weather: the outdoor jobs get done now. What’s been on your list since last summer?',
    autumn:
      'Walk round your house once before the wet: cracked tiles, loose flashing, a gate that drags. Ask {business} which of them can’t wait.',
    winter:
      'Rain finds what summer hid. If you’ve seen a stain on a ceiling this week, take a photo and send it to {business} while it’s small.',
    spring: 'If you want it finished by Christmas, spring is when to start talking. What’s the job?',
  },
  crowd: 'home',
}

export const painter: TradeWeek = {
  times: 'before work, in the evening on the couch, and on Sunday',
  posts: {
    'Mon 07:15 behind':
      'Most of a good paint job is what you never see: filling, sanding, and filling again. This is {business} on day one.',
    'Wed 19:30 question': 'One wall, two colours. Which would you live with: the left or the right?',
    'Thu 12:30 tip':
      'Paint a big piece of card, not the wall, and move it round the room for a day. The white you liked at noon can be grey by six.',
    'Sat 09:30 review':
      'Enjoying a room that {business} painted? Put a photo in your Google review. It tells people in {suburb} more than we ever could.',
  },
  event: {
    at: 'Sun 17:30',
    summer:
      'Hot walls dry too fast. In this weather {business} paints the shady side first. Got an outside job for autumn? Now’s the time to ask.',
    autumn:
      'Mild and dry: there’s no better time to have the outside done. Which part of your house has had enough sun?',
    winter:
      'Too wet for weatherboards, just right for bedrooms. Which room have you been looking at since it got cold?',
    spring:
      'Spring light shows every mark on a wall, doesn’t it? Tell {business} which room you’ve stopped showing visitors.',
  },
  crowd: 'home',
}

export const gardener: TradeWeek = {
  times: 'early on weekdays, and when people look out at the lawn on the weekend',
  posts: {
    'Mon 07:15 tip':
      'Water less often and longer: it sends the roots down. A little every day keeps them at the top, where it’s hottest. Early morning is best.',
    'Wed 17:30 behind':
      'Before and after, same garden, same day. The bin is full and so is {business}’s trailer. Swipe for the view from the back step.',
    'Thu 12:30 question':
      'What is eating the gardens in {suburb} at the moment? Post a photo of a leaf, and we’ll tell you who did it.',
    'Sun 16:30 offer':
      'Has it got away from you? Send {business} a photo of the worst corner. We’ll say what’s an hour’s work and what isn’t.',
  },
  event: {
    at: 'Sat 08:00',
    summer:
      'Mulch now and water half as much until autumn. Two fingers deep, and not against the trunk. Need a trailer-load? Ask {business}.',
    autumn:
      'Best planting weather of the year: warm soil, and rain to come. What would you like to look at next spring?',
    winter:
      'Roses, fruit trees, hedges: the secateurs come out now. Not sure where to cut? Ask {business} before, not after.',
    spring: 'Everything grows at once, and the lawn most of all. Give it a feed before you give it a mow.',
  },
  crowd: 'home',
}

export const cleaner: TradeWeek = {
  times: 'on Monday morning, midweek, and late on Sunday',
  posts: {
    'Mon 08:30 tip':
      'Spray, then wait five minutes, then wipe. Most of what people scrub at would have let go by itself. It’s the first thing {business} teaches anybody.',
    'Wed 13:00 behind': 'The same oven, two hours apart. No filter, some elbow. {business} was here.',
    'Thu 19:00 question': 'Which job at home would you pay not to do? Ours is the shower screen. Yours?',
    'Sat 09:00 review':
      'Came home to a clean place this week? Tell Google how {business} did. That’s how people in {suburb} decide whom to give a key.',
  },
  event: {
    at: 'Sun 18:00',
    summer:
      'Sand in the hall, sunscreen on the glass: it’s summer. Put a mat on both sides of the door, and leave the rest to {business}.',
    autumn:
      'The low sun is back, and it shows every window. Which of yours would you rather not look through?',
    winter:
      'Closed windows, wet shoes, condensation: wipe the sills in the morning, and mould has nothing to live on. Too late for that? Ask {business}.',
    spring:
      'Spring clean? Start with what you can’t see from the couch. Or send {business} the list, and start with lunch.',
  },
  crowd: 'home',
}

export const mechanic: TradeWeek = {
  times: 'before the drive to work, at lunch, and when the weekend’s trip comes up',
  posts: {
    'Mon 07:15 tip':
      'Put a coin in your tyre’s tread. If you can see the rim of it all the way round, come past {business} before the next rain does.',
    'Tue 17:15 behind':
      'Old part, new part, and why one of them made that noise. This was on the hoist at {business} today.',
    'Thu 12:30 question':
      'Describe the noise your car makes, in letters only. We’ll guess what it is. Go on.',
    'Sat 09:00 review':
      'If {business} got you back on the road and told you straight what it needed, say so on Google. It’s how people in {suburb} find a mechanic to trust.',
  },
  event: {
    at: 'Fri 16:00',
    summer:
      'A long hot drive ahead? Check the coolant when the engine’s cold, and the spare as well. Or let {business} do it while you pack.',
    autumn:
      'First wet roads since summer, and the slippery ones. Wipers, tyres, lights: ten minutes at {business} before you need all three.',
    winter:
      'Slow to start on a cold morning? That’s the battery asking politely. Have {business} test it before it stops asking.',
    spring:
      'Before the summer trips begin: air con, belts, tyres. What’s the furthest you’re driving this year?',
  },
  crowd: 'car',
}

export const mover: TradeWeek = {
  times: 'in the morning, in the evening when people pack, and on Sunday',
  posts: {
    'Mon 07:30 tip':
      'Pack one box last and open it first: kettle, toilet paper, phone charger, bed screws. Write FIRST on it, on all four sides.',
    'Wed 12:30 behind':
      'Everything in a truck has its place, and the piano decides which. This is how {business} loaded this morning.',
    'Thu 19:00 question':
      'What’s the strangest thing you’ve ever carried from one house to another? We have a list. Try us.',
    'Sun 17:00 review':
      'Did it all arrive in one piece? Tell Google how the day went. It helps the next mover in {suburb} sleep the night before.',
  },
  event: {
    at: 'Fri 16:30',
    summer:
      'Summer’s when leases end and everybody moves at once. Have a date? Tell {business} early, even if the rest isn’t settled.',
    autumn: 'Mild days, dry boxes: a good time to go. What’s the first thing you’d throw out before a move?',
    winter:
      'Rain on moving day? Blankets inside, plastic outside, shoes at the door. {business} has done it more often than we’d like.',
    spring:
      'New place for the new season? Measure the doorway before you measure the couch. Then ask {business} about a date.',
  },
}

export const computers: TradeWeek = {
  times: 'when the working day starts, at lunch, and on Sunday evening',
  posts: {
    'Mon 08:30 tip':
      'Backed up? Then try to open one file from the backup. Now, not on the day that you need it. A backup nobody has opened is a hope.',
    'Tue 17:30 behind':
      'Opened up on the bench at {business} in {suburb}: what a few years of dust looks like from the inside. It ran again by five.',
    'Thu 12:30 question':
      'What’s the one thing your computer does that you’ve simply learned to live with? Tell us. It may be five minutes’ work.',
    'Sun 17:00 offer':
      'Not sure if it’s worth repairing? Send {business} the model and what it does. We’ll tell you straight if it isn’t.',
  },
  event: {
    at: 'Wed 09:00',
    summer:
      'Phones don’t like a hot dashboard, and batteries like it least. In this weather, leave it in the bag or in the shade.',
    autumn:
      'Before tax time creeps up: is everything that you’ll need in one place, and in two? Ask {business} how to make sure.',
    winter:
      'Storm season for the grid. A decent surge protector costs less than what’s plugged into it. Ask {business} which.',
    spring:
      'Spring clean, the other kind: old accounts, old photos, old passwords. Stuck on one of them? {business} can help.',
  },
  crowd: 'office',
}
