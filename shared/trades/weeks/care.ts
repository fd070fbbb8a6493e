import type { TradeWeek } from '#shared/trades/week.ts'

export const hair: TradeWeek = {
  times: 'on Tuesday morning, in the lunch break, and on Sunday, when people look in the mirror',
  posts: {
    'Tue 09:30 question':
      'Fringe or no fringe? Save a picture you like and bring it to {business}: we’ll say honestly if it suits you.',
    'Wed 17:00 behind':
      'Before and after, same chair at {business}, same afternoon. Which part would you ask for?',
    'Thu 12:30 tip':
      'Wet hair stretches, and then it breaks. Squeeze it in an old T-shirt, start combing from the ends, and leave the rubbing to the dog’s towel.',
    'Sun 18:30 offer':
      'Something on in {suburb} this week? Message {business} tonight with the day, and we’ll see where we can fit you in before it.',
  },
  event: {
    at: 'Fri 11:00',
    summer:
      'Salt, sun and chlorine dry out hair. Rinse before the swim as well as after: wet hair soaks up less. Ask us what helps for your kind.',
    autumn:
      'Summer’s colour is growing out. Keep it, tone it, or start again? Tell {business} what you see in the mirror.',
    winter:
      'Beanies on, static up, ends dry. A little oil on the tips helps until your next cut at {business}.',
    spring: 'Spring is when people change something. What would you do if it grew back overnight?',
  },
  crowd: 'treat',
}

export const beauty: TradeWeek = {
  times: 'midweek at lunch, in the evening, and before the weekend',
  posts: {
    'Tue 12:15 tip':
      'New product? Try it inside your elbow and wait a day before it goes on your face. {business} tells everybody this, and everybody’s glad.',
    'Wed 19:00 question': 'Bare, bright or barely-there? Tell us your colour for this month.',
    'Thu 16:30 behind':
      'Everything laid out, everything sterile, music chosen. This is {business} five minutes before you come in.',
    'Sun 17:30 review':
      'If you walked out feeling lighter, tell Google in your own words. It helps somebody in {suburb} choose {business} for the first time.',
  },
  event: {
    at: 'Fri 11:30',
    summer:
      'Sunscreen first, make-up second, and again at lunch. Your skin in ten years says thank you. Ask {business} which goes under what.',
    autumn:
      'After a summer outside, skin likes a quiet month. Fewer products, more sleep. Not sure what to leave out? Ask {business}.',
    winter: 'Heating outside in, cold inside out: winter is hard on hands and lips. What do you swear by?',
    spring: 'Sandals are coming out. Are your feet ready, or do they need an hour at {business}?',
  },
  crowd: 'treat',
}

export const gym: TradeWeek = {
  times: 'before the morning session, at knock-off, and on Sunday, when the week gets planned',
  posts: {
    'Mon 05:45 question':
      'It’s Monday in {suburb}. Morning person or evening person? Say which, and find somebody here to keep you to it.',
    'Tue 18:30 offer':
      'Never set foot in a gym? Good: nor had half of us, once. Message {business}, and we’ll show you round at a quiet time. Ask anything.',
    'Thu 12:00 tip':
      'One move, done well, beats five done fast. Breathe out on the effort, and stop while it still looks tidy.',
    'Fri 17:00 behind':
      'Floor mopped, weights back in order, playlist still running: {business} after the last session. Who got you through this week? Tag them.',
  },
  event: {
    at: 'Sun 16:30',
    summer:
      'Too hot for the afternoon? Train early, drink before you’re thirsty, and go easy on the first warm days. Which session suits?',
    autumn:
      'The evenings close in now, and so do the excuses. Put next week’s sessions at {business} in your calendar today.',
    winter: 'Nobody wants to go out in this. That’s exactly how good it feels afterwards. Who’s in tomorrow?',
    spring:
      'Lighter mornings. Use the first one: a walk counts, and {business} counts double. Which day is yours?',
  },
  crowd: 'active',
}

export const studio: TradeWeek = {
  times: 'before work, at lunch, and on Sunday evening',
  posts: {
    'Mon 06:30 tip':
      'Desk all day? Stand, reach up, and take five slow breaths before lunch. That’s all. {business} calls it a start.',
    'Wed 12:15 offer':
      'First class, and you don’t know where to stand? At the back is fine. Tell {business} it’s your first, and somebody will stand with you.',
    'Thu 17:30 question':
      'What do you do in the five minutes before class: chat, stretch or stare at the ceiling?',
    'Sat 10:30 review':
      'Has {business} done your back or your Saturday some good? Say so on Google. Somebody in {suburb} is still making up their mind.',
  },
  event: {
    at: 'Sun 17:00',
    summer:
      'Windows open, fans on, and nobody in a hurry: summer at {business}. Which class do you keep for the holidays?',
    autumn:
      'New term, new habit. Choose one class a week, the same one, and let it become the easy thing you do.',
    winter: 'Socks off is the hardest part in winter. It gets warmer from there. See you on the mat?',
    spring: 'Longer evenings. What would you start, if somebody started it with you? Tell {business}.',
  },
  crowd: 'active',
}

/** Rules for health services in Australia forbid testimonials in advertising, so these don’t ask for reviews. */
export const dentist: TradeWeek = {
  times: 'before school, at lunch, and in the evening after teeth are brushed',
  posts: {
    'Mon 08:00 tip':
      'After something sour, wait half an hour before you brush. Rinse with water first. It’s the advice that surprises people most at {business}.',
    'Tue 12:30 question': 'Two minutes feels long, doesn’t it? What do you listen to while you brush?',
    'Wed 18:30 behind':
      'This is who says hello when you come to {business} in {suburb}. If you’d rather not look at the instruments, tell us: we put them behind you.',
    'Thu 17:00 offer':
      'Been a while? Nobody here will tell you off. Message {business} what worries you most, and we’ll say what the first visit is like.',
  },
  event: {
    at: 'Sun 18:00',
    summer:
      'Ice is for drinks, not for teeth. Let it melt. And for the kids’ next game, a mouthguard costs less than a tooth.',
    autumn:
      'Back into the routine: check-ups, lunch boxes, school shoes. When did each of you last sit in the chair at {business}?',
    winter:
      'Football and netball again. Whose mouthguard still fits from last year? Ask {business} if you aren’t sure.',
    spring:
      'A new season, and an easy habit: floss before you brush, not after. Which order do you do it in?',
  },
}

export const clinic: TradeWeek = {
  times: 'before work, at lunch, and on Sunday evening, when the week’s aches are counted',
  posts: {
    'Mon 07:30 tip':
      'Sore after the weekend? Gentle movement usually helps more than the couch does. If it’s worse in two days, don’t wait: ask somebody who can look at it.',
    'Tue 12:30 question':
      'What does an ordinary day in {suburb} ask of your body? Sitting, lifting, driving, carrying small people?',
    'Thu 17:30 behind':
      'Meet one of the people at {business}. What they’d like you to know before your first visit: bring your questions, and wear what you can move in.',
    'Sun 17:30 offer':
      'Not sure if it’s something for us? Send {business} a message about what’s bothering you. If somebody else can help you better, we’ll say who.',
  },
  event: {
    at: 'Wed 08:00',
    summer:
      'Long drives and strange beds: holidays are hard on backs. Stop every two hours, and walk once round the car.',
    autumn:
      'Raking, digging, first game of the season: autumn weekends keep {business} busy on Mondays. Warm up first.',
    winter:
      'Cold muscles complain sooner. Five minutes of easy walking before you do anything fast. That’s the whole trick.',
    spring:
      'Back in the garden, back on the bike. Start with half of what you think you can do, and see how Tuesday feels.',
  },
}

/** For any practice, so it names no treatment. Like the dentist's and the clinic's, without a request for reviews. */
export const health: TradeWeek = {
  times: 'before work, at lunch, and on Sunday evening, when the week gets planned',
  posts: {
    'Mon 07:30 tip':
      'Before you come in, write down the three things you want to ask. The third is often the one that matters, and the one people forget.',
    'Tue 12:30 question':
      'What would you like somebody to explain in plain words? Ask {business} here, and keep the private part for when we meet.',
    'Thu 17:30 behind':
      'Meet one of the people at {business} in {suburb}. What they’d like you to know before your first visit: no question is too small.',
    'Sun 17:30 offer':
      'Not sure if we’re the right people for you? Message {business}, and leave the details for later. If somebody else can help you better, we’ll say who.',
  },
  event: {
    at: 'Wed 08:00',
    summer:
      'Going away? See what runs out or falls due while you’re gone, and ask {business} this week rather than on the last day.',
    autumn:
      'Back into the routine. What have you put off since summer? Put a day beside it, and half of it is done.',
    winter:
      'Short days make it easy to stay in and put things off. If a question has been on your mind for a while, ask {business}.',
    spring:
      'Longer days, and a list left over from winter. Do the smallest thing on it this week. The rest looks shorter then.',
  },
}

export const vet: TradeWeek = {
  times: 'at breakfast, after work, and on Saturday, when animals have their people at home',
  posts: {
    'Mon 07:45 question': 'Who’s looking after whom this Monday? Show us the boss of your house.',
    'Tue 17:30 tip':
      'Run your hands over your dog or cat once a week, nose to tail. New lumps, sore spots, ticks: you’ll be the first to notice, and early is easier.',
    'Thu 12:30 behind':
      'A patient at {business}, awake again and not impressed with the collar. Names withheld, dignity too.',
    'Sat 09:30 review':
      'If {business} was kind to your animal and straight with you, a line on Google helps the next worried owner in {suburb}.',
  },
  event: {
    at: 'Sun 16:00',
    summer:
      'Hand on the footpath for five seconds: too hot for you, too hot for paws. Walk early, and never leave anybody in the car.',
    autumn:
      'Snail bait and fallen fruit make dogs ill, and autumn has plenty of both. If yours ate some, ring first and look it up later.',
    winter:
      'Old joints feel the cold. Slow on the steps, stiff after a nap? There’s more to do about it than there used to be. Ask {business}.',
    spring:
      'Grass seeds, ticks, first snakes: spring isn’t all picnics. Check between the toes after every walk.',
  },
  crowd: 'animals',
}

export const pets: TradeWeek = {
  times: 'at the morning walk, at lunch, and on the weekend',
  posts: {
    'Mon 07:15 question': 'Show us your Monday face. The furry one, please.',
    'Wed 12:30 behind': 'In like a mop, out like a show dog. Today at {business}: please admire the ears.',
    'Thu 17:30 tip':
      'Brush before the bath, not after. Water turns a small knot into a felt one, and nobody enjoys what comes next.',
    'Sat 09:00 review':
      'Does your dog pull you towards {business}, or away? Either way, tell Google. It helps other people’s dogs in {suburb}.',
  },
  event: {
    at: 'Sun 16:30',
    summer:
      'Don’t shave a double coat for the heat: it keeps the sun out as well. Brush it through instead, or let {business}.',
    autumn:
      'Mud season starts now. Towel by the door, feet first, and a trim between the pads makes half of it stay outside.',
    winter: 'Winter coats hide knots, fleas and a bit of extra dog. When did you last look underneath?',
    spring:
      'It’s moulting time. If you could knit a second dog from what’s on your couch, it’s time for {business}.',
  },
  crowd: 'animals',
}
