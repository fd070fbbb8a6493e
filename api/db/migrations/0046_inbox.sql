CREATE TABLE `inbox_items` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`domain_id` text NOT NULL,
	`network` text NOT NULL,
	`kind` text NOT NULL,
	`external_id` text NOT NULL,
	`thread_id` text NOT NULL,
	`parent_id` text NOT NULL,
	`author` text NOT NULL,
	`text` text NOT NULL,
	`search_text` text NOT NULL,
	`stars` integer,
	`permalink` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`state` text NOT NULL,
	`reply_text` text,
	`replied_at` integer,
	`replier_id` text,
	`assignee_id` text,
	`read_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`replier_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`assignee_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `inbox_items_list` ON `inbox_items` (`domain_id`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `inbox_items_thread` ON `inbox_items` (`account_id`,`thread_id`);--> statement-breakpoint
CREATE INDEX `inbox_items_replier` ON `inbox_items` (`replier_id`) WHERE "inbox_items"."replier_id" is not null;--> statement-breakpoint
CREATE INDEX `inbox_items_assignee` ON `inbox_items` (`assignee_id`) WHERE "inbox_items"."assignee_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `inbox_items_external` ON `inbox_items` (`account_id`,`external_id`);--> statement-breakpoint
CREATE TABLE `inbox_reads` (
	`account_id` text PRIMARY KEY NOT NULL,
	`wake_at` integer NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`read_at` integer,
	`lacks_permission` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `inbox_reads_wake` ON `inbox_reads` (`wake_at`);--> statement-breakpoint
CREATE TABLE `inbox_replies` (
	`item_id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`message` text NOT NULL,
	`version` integer NOT NULL,
	`state` text NOT NULL,
	`wake_at` integer,
	`attempt` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`begun_at` integer,
	`external_id` text,
	`reason_code` text DEFAULT '' NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`item_id`) REFERENCES `inbox_items`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `inbox_replies_wake` ON `inbox_replies` (`wake_at`) WHERE "inbox_replies"."wake_at" is not null;--> statement-breakpoint
CREATE INDEX `inbox_replies_user` ON `inbox_replies` (`user_id`) WHERE "inbox_replies"."user_id" is not null;--> statement-breakpoint
CREATE TABLE `inbox_threads` (
	`account_id` text NOT NULL,
	`external_id` text NOT NULL,
	`excerpt` text NOT NULL,
	`permalink` text NOT NULL,
	`count` integer,
	`read_at` integer NOT NULL,
	`listed_at` integer,
	PRIMARY KEY(`account_id`, `external_id`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `saved_replies` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`updated_at` integer NOT NULL,
	`domain_id` text NOT NULL,
	FOREIGN KEY (`domain_id`) REFERENCES `domains`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_replies_domain` ON `saved_replies` (`domain_id`);