CREATE TABLE `hashtag_sets` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `hashtag_sets_domain` ON `hashtag_sets` (`domain_id`);--> statement-breakpoint
CREATE TABLE `slots` (
	`id` text PRIMARY KEY NOT NULL,
	`domain_id` text NOT NULL,
	`weekday` integer NOT NULL,
	`time` text NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `slots_domain` ON `slots` (`domain_id`,`weekday`,`time`);--> statement-breakpoint
ALTER TABLE `domains` ADD `time_zone` text;--> statement-breakpoint
ALTER TABLE `domains` ADD `link_tags` text;--> statement-breakpoint
ALTER TABLE `posts` ADD `version` integer DEFAULT 0 NOT NULL;