ALTER TABLE `media` ADD `conversion` text;--> statement-breakpoint
ALTER TABLE `media` ADD `conversion_message` text;--> statement-breakpoint
ALTER TABLE `media` ADD `conversion_progress` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `media` ADD `conversion_lease` integer;--> statement-breakpoint
ALTER TABLE `media` ADD `conversion_attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `media` ADD `source_type` text;--> statement-breakpoint
ALTER TABLE `media` ADD `is_plain_on_white` integer DEFAULT false NOT NULL;