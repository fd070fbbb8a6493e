ALTER TABLE `post_series` ADD `last_change` text;--> statement-breakpoint
ALTER TABLE `posts` ADD `series_text` integer;--> statement-breakpoint
ALTER TABLE `posts` ADD `changed_alone` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `posts` SET `series_text` = 0 WHERE `series_id` IS NOT NULL;