ALTER TABLE `account_insights` ADD `reach` integer;--> statement-breakpoint
ALTER TABLE `account_insights` ADD `views` integer;--> statement-breakpoint
ALTER TABLE `account_insights` ADD `saves` integer;--> statement-breakpoint
ALTER TABLE `account_insights` ADD `clicks` integer;--> statement-breakpoint
ALTER TABLE `account_posts` ADD `reach` integer;--> statement-breakpoint
ALTER TABLE `account_posts` ADD `views` integer;--> statement-breakpoint
ALTER TABLE `account_posts` ADD `saves` integer;--> statement-breakpoint
ALTER TABLE `account_posts` ADD `clicks` integer;--> statement-breakpoint
ALTER TABLE `insight_reads` ADD `listed_at` integer;--> statement-breakpoint
ALTER TABLE `insight_reads` ADD `budget_until` integer;